/** The rule of UnoCSS for an icon, as a mask: its picture, and how it is laid over the colour of the text. */
const ICON =
  /--un-icon:url\("data:image\/svg\+xml;utf8,([^"]*)"\);((?:-webkit-)?mask:[^}]*?)(?:-webkit-)?mask-size:100% 100%;mask-size:100% 100%;?/g
/** Of all icons of a set; what they have in common stands once around them. */
const DRAWN =
  "fill='none' stroke='#000' stroke-linecap='round' stroke-linejoin='round' stroke-width='2'"
const COMMON =
  / (fill='none'|stroke='currentColor'|stroke-linecap='round'|stroke-linejoin='round'|stroke-width='2')/g
const SIZE = 24

/** The pictures of a style sheet's icons, each once. */
export function iconsOf(css: string): string[] {
  return [...new Set([...css.matchAll(ICON)].map(([, icon = '']) => icon))]
}

/**
 * Puts the icons of a style sheet, one below the other, into two pictures: the first ones within the sheet, so that they are there as
 * soon as a page is, and the others in a file that lies at `place`, fetched when one of them is in sight. A browser makes a
 * document of each picture, and of those within a sheet before it paints anything: a fifth of a page's time went into theirs.
 */
export function asSprites(
  css: string,
  { first, place }: { first: readonly string[]; place: string },
): { css: string; later: string | null } {
  const all = iconsOf(css)
  const within = all.filter(icon => first.includes(icon))
  const later = all.filter(icon => !first.includes(icon))
  const rules = css.replace(ICON, (_, icon: string, mask: string) => {
    const isWithin = within.includes(icon)
    const { length } = isWithin ? within : later
    const index = (isWithin ? within : later).indexOf(icon)
    const below = length > 1 ? (index / (length - 1)) * 100 : 0
    return mask.replaceAll(
      'var(--un-icon) no-repeat',
      `var(${isWithin ? '--icons' : '--icons-later'}) 0 ${+below.toFixed(4)}%/100% ${length * 100}% no-repeat`,
    )
  })
  const pictures = [
    ...(within.length > 0 ? [`--icons:url("data:image/svg+xml,${written(sprite(within))}")`] : []),
    ...(later.length > 0 ? [`--icons-later:url("${place}")`] : []),
  ]
  return {
    css: pictures.length > 0 ? `:root{${pictures.join(';')}}${rules}` : css,
    later: later.length > 0 ? sprite(later) : null,
  }
}

function sprite(icons: readonly string[]): string {
  const drawn = icons.map((icon, index) => {
    const inside = decodeURIComponent(icon).replace(/^<svg[^>]*>|<\/svg>$/g, '')
    return `<g transform='translate(0 ${SIZE * index})'>${inside.replace(COMMON, '')}</g>`
  })
  return `<svg viewBox='0 0 ${SIZE} ${SIZE * icons.length}' xmlns='http://www.w3.org/2000/svg'><g ${DRAWN}>${drawn.join('')}</g></svg>`
}

function written(svg: string): string {
  return svg
    .replaceAll('%', '%25')
    .replaceAll('#', '%23')
    .replaceAll('<', '%3C')
    .replaceAll('>', '%3E')
}
