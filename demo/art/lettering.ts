// The lettering of a poster. The browser sets the typefaces, because it shapes Persian correctly; fit() runs in the page.
import { readFileSync } from 'node:fs'
import type { ImportTitle } from '#src/contract/import.ts'
import { artists, kindOf } from './catalogue.ts'
import { lightness, mix, paletteOf } from './palettes.ts'

const modules = new URL('../../node_modules/', import.meta.url)

/** Name, file, and the largest size and line height that suit the letters of each typeface. */
const FACES: Readonly<
  Record<string, { file: string; size: number; line: number; weight?: number }>
> = {
  lalezar: {
    file: '@fontsource/lalezar/files/lalezar-arabic-400-normal.woff2',
    size: 150,
    line: 1.12,
  },
  markazi: {
    file: '@fontsource/markazi-text/files/markazi-text-arabic-700-normal.woff2',
    size: 168,
    line: 0.92,
  },
  katibeh: {
    file: '@fontsource/katibeh/files/katibeh-arabic-400-normal.woff2',
    size: 168,
    line: 0.98,
  },
  mirza: { file: '@fontsource/mirza/files/mirza-arabic-700-normal.woff2', size: 156, line: 1.02 },
  nastaliq: {
    file: '@fontsource/noto-nastaliq-urdu/files/noto-nastaliq-urdu-arabic-700-normal.woff2',
    size: 104,
    line: 1.72,
  },
  ruqaa: {
    file: '@fontsource/aref-ruqaa/files/aref-ruqaa-arabic-700-normal.woff2',
    size: 132,
    line: 1.16,
  },
  jomhuria: {
    file: '@fontsource/jomhuria/files/jomhuria-arabic-400-normal.woff2',
    size: 250,
    line: 0.62,
  },
  lemonada: {
    file: '@fontsource/lemonada/files/lemonada-arabic-700-normal.woff2',
    size: 92,
    line: 1.3,
  },
  vazir: { file: 'vazirmatn/fonts/webfonts/Vazirmatn-Black.woff2', size: 120, line: 1.18 },
  small: { file: 'vazirmatn/fonts/webfonts/Vazirmatn-Medium.woff2', size: 20, line: 1.5 },
}

/** Adds the Latin letters of each typeface under a name of their own, because posters set Persian only. */
export function fontFaces(): string {
  return Object.entries(FACES)
    .flatMap(([name, { file }]) => [
      fontFace(name, file),
      fontFace(`${name}-latin`, file.replace('-arabic-', '-latin-')),
    ])
    .join('')
}

function fontFace(name: string, file: string): string {
  const data = readFileSync(new URL(file, modules)).toString('base64')
  return `@font-face{font-family:${name};src:url(data:font/woff2;base64,${data})}`
}

const names = new Map(artists.map(({ external_id, name }) => [external_id, name.fa ?? '']))
const ON_POSTER = new Set(['cast', 'dubber', 'narrator'])
const nameOf = (id: string) => names.get(id) ?? ''

const plainText = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;')

interface Billing {
  /** The line above the title, such as «فیلمی از …». */
  above: string
  cast: string
  below: string
}

function billingOf(title: ImportTitle): Billing {
  const kind = kindOf(title)
  const { credits = [], genres = [] } = title
  if (kind === 'book') return { above: 'کتاب صوتی', cast: '', below: 'نشر شنیداری پرده' }
  if (kind === 'bundle') return { above: 'گلچین پرده', cast: '', below: '' }
  if (kind === 'live') return { above: 'پخش زنده', cast: '', below: '' }
  const cast = credits
    .filter(({ role }) => ON_POSTER.has(role))
    .map(({ artist }) => nameOf(artist))
  const director = credits.find(({ role }) => role === 'director')
  const by = director ? nameOf(director.artist) : ''
  const work =
    kind === 'series'
      ? 'سریالی'
      : genres.includes('documentary')
        ? 'مستندی'
        : genres.includes('animation')
          ? 'پویانمایی'
          : 'فیلمی'
  const link = work === 'پویانمایی' ? 'ساختهٔ' : 'از'
  return {
    above: by ? `${work} ${link} ${by}` : '',
    cast: cast.slice(0, 4).join('  •  '),
    below: by
      ? `نویسنده و کارگردان ${by}   طراح صحنه و لباس گروه پرده   تهیه‌شده در استودیو پرده`
      : '',
  }
}

interface Ink {
  face: NonNullable<(typeof FACES)[string]>
  font: string
  isDark: boolean
  quiet: string
  veil: string
  /** Declarations of the title: its colour, shadow and tilt. */
  style: string
}

function inkOf(palette: string, [, font = 'vazir', ...effects]: string[]): Ink {
  const face = FACES[font]
  if (!face) throw new Error(`no face ${font}`)
  const colours = paletteOf(palette)
  const isDark = effects.includes('dark')
  const ink = isDark ? colours.near : effects.includes('accent') ? colours.accent : colours.light
  const quiet = isDark ? colours.near : mix(colours.light, '#ffffff', 0.4)
  const veil = isDark
    ? colours.low
    : lightness(colours.near) < 0.3
      ? colours.near
      : mix(colours.near, '#000000', 0.5)
  const paint = effects.includes('gold')
    ? 'background:linear-gradient(#fff3c4,#e7b64f 45%,#a8701f 60%,#ffe9a8);-webkit-background-clip:text;color:transparent;filter:drop-shadow(0 2px 3px #0009) drop-shadow(0 0 18px #000a);'
    : `color:${ink};`
  const shadow = effects.includes('glow')
    ? `text-shadow:0 0 8px ${colours.accent},0 0 26px ${colours.accent},0 0 60px ${colours.accent};`
    : effects.includes('tilt') && !isDark
      ? `text-shadow:5px 6px 0 ${colours.near};`
      : isDark || effects.includes('gold')
        ? ''
        : `text-shadow:0 2px 22px ${colours.near};`
  const tilt = effects.includes('tilt') ? 'transform:rotate(-4deg);' : ''
  const style = `font-family:${font};line-height:${face.line};${paint}${shadow}${tilt}`
  return { face, font, isDark, quiet, veil, style }
}

const CARD = 'inset:0 16px;display:flex;flex-direction:column;justify-content:center'

/** Returns the lettering of a title without its poster. */
export function cardOf(title: ImportTitle, palette: string, lettering: string[]): string {
  const { face, font, quiet, style } = inkOf(palette, lettering)
  return `<div class="words" style="${CARD};color:${quiet}"><h1 data-size="${face.size}" style="${style}">${plainText(title.title.fa ?? '')}</h1><p class="latin"${font === 'nastaliq' ? ' style="margin-top:24px"' : ''}>${plainText(title.title.en ?? '')}</p></div>`
}

/**
 * Returns the lettering of a title as pages show it instead of a heading: light letters that begin at the start of the line. Pages turn
 * light into dark on a light theme.
 */
export function headingOf(
  title: ImportTitle,
  language: 'fa' | 'en',
  palette: string,
  lettering: string[],
): string {
  const { face, font } = inkOf(palette, lettering)
  const colours = paletteOf(palette)
  const effects = lettering.slice(2)
  const bright = (colour: string) => mix(colour, '#ffffff', Math.max(0, 0.82 - lightness(colour)))
  const paint = effects.includes('gold')
    ? 'background:linear-gradient(#fff3c4,#f0c565 48%,#d9a441 60%,#ffe9a8);-webkit-background-clip:text;color:transparent'
    : `color:${bright(effects.includes('accent') ? colours.accent : mix(colours.light, '#ffffff', 0.5))}`
  const glow = effects.includes('glow') ? `;text-shadow:0 0 16px ${bright(colours.accent)}66` : ''
  const tilt = effects.includes('tilt') ? ';transform:rotate(-3deg)' : ''
  const isLatin = language === 'en'
  const family = isLatin ? `${font}-latin,${font}` : font
  const style = `font-family:${family};line-height:${isLatin ? Math.max(face.line * 0.86, 0.72) : face.line};${paint}${glow}${tilt}`
  const name = plainText(title.title[language] ?? '')
  return `<div class="heading" dir="${isLatin ? 'ltr' : 'rtl'}"><h1 data-size="${Math.round(face.size * (isLatin ? 1 : 1.15))}" style="${style}">${name}</h1></div>`
}

/** Returns the lettering of the end of every film. */
export function endCard(): string {
  return `<div class="words" style="${CARD};color:#fff"><h1 data-size="150" style="font-family:markazi;line-height:1;color:#fff">پایان</h1></div>`
}

/** Returns the lettering of a poster over its scene. `lettering` contains position, typeface and effects. */
export function letteringOf(
  title: ImportTitle,
  palette: string,
  lettering: string[],
): string {
  const [place = 'bottom'] = lettering
  const { face, font, isDark, quiet, veil, style } = inkOf(palette, lettering)
  const { above, cast, below } = billingOf(title)
  const name = plainText(title.title.fa ?? '')
  const line = plainText(title.tagline?.fa ?? '')
  return `<div class="veil ${place}" style="--veil:${veil};opacity:${isDark ? 0.8 : place === 'top' ? 0.72 : 0.92}"></div>
<div class="words ${place}" style="color:${quiet}">
<p class="above">${plainText(above)}</p>
<h1 data-size="${face.size}" style="${style}">${name}</h1>
<p class="latin"${font === 'nastaliq' ? ' style="margin-top:24px"' : ''}>${plainText(title.title.en ?? '')}</p>
${place === 'top' ? '' : `<p class="line">${line}</p><p class="cast">${plainText(cast)}</p><p class="below">${plainText(below)}</p>`}
</div>
${place === 'top' ? `<div class="foot" style="color:${quiet}"><p class="line">${line}</p><p class="cast">${plainText(cast)}</p><p class="below">${plainText(below)}</p></div><div class="veil foot" style="--veil:${veil}"></div>` : ''}`
}

export const posterStyles = `
.words,.foot{position:absolute;inset-inline:34px;text-align:center;z-index:2}
.words.top{top:44px}.words.bottom{bottom:34px}.words.middle{top:30%}.foot{bottom:30px}.veil.foot{z-index:1}
.veil{position:absolute;inset:0}
.veil.bottom,.veil.middle{background:linear-gradient(transparent 50%,color-mix(in srgb,var(--veil) 55%,transparent) 64%,var(--veil) 84%)}
.veil.top{background:linear-gradient(var(--veil),transparent 40%)}
.veil.foot{background:linear-gradient(transparent 78%,var(--veil));opacity:.7}
p{margin:0;font-family:small}h1{margin:0;font-weight:400;text-wrap:balance;padding:.08em .06em}
.above{font-size:21px;margin-bottom:4px;opacity:.92}
.latin{font:600 15px/1.4 'DejaVu Sans',sans-serif;letter-spacing:.34em;text-transform:uppercase;direction:ltr;margin-top:8px;opacity:.85}
.line{font-size:20px;margin-top:12px;opacity:.95}
.cast{font-size:17px;margin-top:10px;opacity:.85;white-space:pre}
.below{font-size:11px;margin-top:8px;opacity:.62;white-space:pre;letter-spacing:0}
`

/** The box is wider and higher than the letters, because swashes and glows leave their line. */
export const headingStyles = `
.heading{position:absolute;inset:70px 50px;display:flex;align-items:center}
.heading h1{width:100%;text-align:start}
`

/** Sets the largest size at which the title fits its space. Runs in the page. */
export function fit(): void {
  const title = document.querySelector<HTMLElement>('h1')
  if (!title) return
  const most = Number(title.dataset.size)
  const tallest = title.textContent && title.textContent.length > 16 ? 250 : 210
  for (let size = most; size > 30; size -= 2) {
    title.style.fontSize = `${size}px`
    if (title.scrollWidth <= title.clientWidth + 1 && title.offsetHeight <= tallest) return
  }
}
