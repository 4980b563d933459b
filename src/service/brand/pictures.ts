/** The pictures of a brand: files of fixed names in its folder. */
import { readFileSync } from 'node:fs'
import { LANGUAGES, type Language } from '#src/contract/languages.ts'
import { THEMES, type Theme } from './brand-file.ts'

/** Drawn from icon.svg by `npm run brand -- icons`, with their sizes in pixels. */
export const DRAWN = {
  'favicon.ico': 32,
  'apple-touch-icon.png': 180,
  'icon-192.png': 192,
  'icon-512.png': 512,
  'social.png': 1200,
} as const
export const ICON = 'icon.svg'
/** What a brand with a name of its own has. */
export const PICTURES = [ICON, ...Object.keys(DRAWN)] as const
const MOST_BYTES = 1_000_000
/** An icon or logo loads with every page. */
const MOST_SVG_BYTES = 40_000

/** Files of the logo, which stands for icon and name; the first that is there is shown. */
export function logoNames(language: Language, theme: Theme): string[] {
  return [`logo-${language}-${theme}.svg`, `logo-${language}.svg`, `logo-${theme}.svg`, 'logo.svg']
}

export function allLogoNames(): string[] {
  const names = LANGUAGES.flatMap(language => THEMES.flatMap(theme => logoNames(language, theme)))
  return [...new Set(names)]
}

const SIGNS: Record<string, (bytes: Buffer) => boolean> = {
  png: bytes => bytes.subarray(1, 4).toString('latin1') === 'PNG',
  ico: bytes => bytes.readUInt32LE(0) === 0x0001_0000,
  svg: bytes => /^\s*(<\?xml[^>]*>\s*)?(<!--[\s\S]*?-->\s*)*<svg[\s>]/.test(bytes.toString('utf8')),
}
/** What an SVG file does not need: it comes from many hands, and stands on every page. */
const UNSAFE =
  /<script|<foreignObject|<!ENTITY|\son\w+\s*=|(?:href|src)\s*=\s*["']\s*(?!#|data:image\/)/i

/** @returns what is wrong with a picture; null when nothing is */
export function pictureProblem(name: string, file: string): string | null {
  const bytes = readFileSync(file)
  const ending = name.slice(name.lastIndexOf('.') + 1)
  const most = ending === 'svg' ? MOST_SVG_BYTES : MOST_BYTES
  if (bytes.length < 8 || !SIGNS[ending]?.(bytes))
    return `${name} is no ${ending.toUpperCase()} file`
  if (bytes.length > most)
    return `${name} has ${Math.ceil(bytes.length / 1_000)} kB: ${most / 1_000} at most`
  if (ending === 'svg' && UNSAFE.test(bytes.toString('utf8')))
    return `${name} has scripts or links to other files: export it as a plain SVG`
  return null
}
