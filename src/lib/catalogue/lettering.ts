import type { Lettering } from '#src/contract/fields.ts'
import { LETTERING_BOX } from '#src/contract/limits.ts'

/** Largest size on a desktop in CSS pixels. `area` makes a short name as weighty as a long one. */
const SHOWN = { width: 460, height: 180, area: 52_000 } as const
/** Width on a phone as a part of that on a desktop: 180 pixels become 110. */
const ON_PHONE = 0.61
/** Width of the screen in CSS pixels from which the largest size is shown. */
const WIDE = 1_280
const REM = 16

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
 * Returns the style of the `<img>` on a page. The letters are light, so they are turned dark on a light page and keep their hue. It is no
 * rule of a sheet, because the first style sheet has no room.
 */
export function letteringStyle(
  { shownWidth }: ReturnType<typeof letteringImage>,
  theme: 'dark' | 'light',
): string {
  const filter = theme === 'light' ? ';filter:invert(1) hue-rotate(180deg)' : ''
  return `width:${shownWidth}${filter}`
}
