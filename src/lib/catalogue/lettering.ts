import type { ContentCard } from '#src/contract/content.ts'
import type { Lettering } from '#src/contract/fields.ts'
import type { Language } from '#src/contract/languages.ts'
import { LETTERING_BOX } from '#src/contract/limits.ts'
import { dir } from '#src/lib/i18n/languages.ts'

/** Largest size on a desktop in CSS pixels. `area` makes a short name as weighty as a long one. */
const SHOWN = { width: 460, height: 180, area: 52_000 } as const
/** Width on a phone as a part of that on a desktop: 180 pixels become 110. */
const ON_PHONE = 0.61
/** Width of the screen in CSS pixels from which the largest size is shown. */
const WIDE = 1_280
const REM = 16

/** Returns the lettering of a title; undefined if it has none. An episode has that of its series, which is not its name. */
export function letteringOf({
  lettering_image: lettering,
  series,
}: Pick<ContentCard, 'lettering_image' | 'series'>): Lettering | undefined {
  return series ? undefined : lettering
}

/** Returns the attributes of the `<img>` of a lettering. It grows with the screen, and with the size of the text. */
export function letteringImage({ path, width, height }: Lettering) {
  const ratio = width / height
  const shown = Math.min(SHOWN.width, SHOWN.height * ratio, Math.sqrt(SHOWN.area * ratio))
  const tenths = (value: number) => Math.round(value * 10) / 10
  const [phone, share, desktop] = [(shown * ON_PHONE) / REM, (shown / WIDE) * 100, shown / REM]
  return {
    src: `${path}-${LETTERING_BOX.width}.webp`,
    width,
    height,
    shownWidth: `clamp(${tenths(phone)}rem, ${tenths(share)}vw, ${tenths(desktop)}rem)`,
  }
}

/**
 * Returns the style of a heading of the hero whose lettering loads later (styles/hero.css): it has the height of the lettering from the
 * start. A lettering is at most as wide as the heading, which is 18ch.
 */
export function letteringPlace(lettering: Lettering, language: Language): string {
  const { shownWidth, width, height } = letteringImage(lettering)
  const shown = `min(${shownWidth},18ch,100vw - 2*var(--gutter))`
  const place = `calc(${shown}*${(height / width).toFixed(5)})`
  return `contain-intrinsic-height:${place};${roomBelow(language)}`
}

/** Persian letters end below their line, so they need less room than Latin ones. */
function roomBelow(language: Language): string {
  return `margin-bottom:${dir(language) === 'rtl' ? '.5rem' : '1rem'}`
}

/**
 * Returns the style of the `<img>` on a page. The letters are light, so they are turned dark on a light page and keep their hue. It is no
 * rule of a sheet, because the first style sheet has no room.
 */
export function letteringStyle(
  { shownWidth }: ReturnType<typeof letteringImage>,
  theme: 'dark' | 'light',
  language: Language,
): string {
  const filter = theme === 'light' ? ';filter:invert(1) hue-rotate(180deg)' : ''
  return `width:${shownWidth};${roomBelow(language)}${filter}`
}
