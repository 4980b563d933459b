import { PatchError } from './patch.ts'

/** UnoCSS's rule for an icon: the picture as a mask over the text's colour. */
const ICON =
  /--un-icon:url\("data:image\/svg\+xml;utf8,([^"]*)"\);((?:-webkit-)?mask:[^}]*?)(?:-webkit-)?mask-size:100% 100%;mask-size:100% 100%;?/g
/** Attributes that all icons of the set share, written once in the sprite. */
const SHARED =
  "fill='none' stroke='#000' stroke-linecap='round' stroke-linejoin='round' stroke-width='2'"
const OWN_SHARED =
  / (fill='none'|stroke='currentColor'|stroke-linecap='round'|stroke-linejoin='round'|stroke-width='2')/g
const SIZE = 24

/** Returns the distinct pictures of a style sheet's icons. */
export function iconsOf(css: string): string[] {
  return [...new Set([...css.matchAll(ICON)].map(([, icon = '']) => icon))]
}

/**
 * Moves a style sheet's icons into two sprites, one icon below the other. The `inline` icons stay in the sheet as one picture, so
 * that they show at first paint; the sheet refers to the others as `file`, which the browser fetches when one of them is in view. A
 * browser makes a document of each picture in a sheet before it paints: separate icons took a fifth of a page's time.
 * @throws PatchError for an icon rule that the pattern does not match
 */
export function toSprites(
  css: string,
  { inline, file }: { inline: readonly string[]; file: string },
): { css: string; file: string | null } {
  const all = iconsOf(css)
  const within = all.filter(icon => inline.includes(icon))
  const apart = all.filter(icon => !inline.includes(icon))
  const rules = css.replace(ICON, (_, icon: string, mask: string) => {
    const isWithin = within.includes(icon)
    const sprite = isWithin ? within : apart
    const offset = sprite.length > 1 ? (sprite.indexOf(icon) / (sprite.length - 1)) * 100 : 0
    return mask.replaceAll(
      'var(--un-icon) no-repeat',
      `var(${isWithin ? '--icons' : '--icons-deferred'}) 0 ${+offset.toFixed(4)}%/100% ${sprite.length * 100}% no-repeat`,
    )
  })
  verifyReplaced(rules)
  const pictures = [
    ...(within.length > 0
      ? [`--icons:url("data:image/svg+xml,${escaped(spriteOf(within))}")`]
      : []),
    ...(apart.length > 0 ? [`--icons-deferred:url("${file}")`] : []),
  ]
  return {
    css: pictures.length > 0 ? `:root{${pictures.join(';')}}${rules}` : css,
    file: apart.length > 0 ? spriteOf(apart) : null,
  }
}

function verifyReplaced(css: string): void {
  const left = /[^{}]*\{[^}]*(?:--un-icon|data:image\/svg)[^}]*/.exec(css)?.[0]
  if (left === undefined) return
  throw new PatchError({
    patch: 'icon-sprites',
    expected: `icon rules of the form ${ICON.source} and not ${left.slice(0, 200)}`,
    file: '@unocss/preset-icons/dist/index.mjs',
  })
}

function spriteOf(icons: readonly string[]): string {
  const drawn = icons.map((icon, index) => {
    const inside = decodeURIComponent(icon).replace(/^<svg[^>]*>|<\/svg>$/g, '')
    return `<g transform='translate(0 ${SIZE * index})'>${inside.replace(OWN_SHARED, '')}</g>`
  })
  return `<svg viewBox='0 0 ${SIZE} ${SIZE * icons.length}' xmlns='http://www.w3.org/2000/svg'><g ${SHARED}>${drawn.join('')}</g></svg>`
}

function escaped(svg: string): string {
  return svg
    .replaceAll('%', '%25')
    .replaceAll('#', '%23')
    .replaceAll('<', '%3C')
    .replaceAll('>', '%3E')
}
