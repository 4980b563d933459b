/** The pictures of a brand: files with fixed names in its folder. */
import { readFileSync } from 'node:fs'
import { LANGUAGES, type Language } from '#src/contract/languages.ts'
import { THEMES, type Theme } from './brand-file.ts'

/** Pictures that `./pardeh brand icons` draws from icon.svg, with their sizes in pixels. */
export const DRAWN_PICTURES = {
  'favicon.ico': 32,
  'apple-touch-icon.png': 180,
  'icon-192.png': 192,
  'icon-512.png': 512,
  'social.png': 1200,
} as const
export const BRAND_ICON = 'icon.svg'
/** Pictures that a brand with its own name needs. */
export const BRAND_PICTURES = [BRAND_ICON, ...Object.keys(DRAWN_PICTURES)] as const
const MOST_BYTES = 1_000_000
/** Lower limit for icons and logos, since they load with every page. */
const MOST_SVG_BYTES = 40_000

/** Returns the file names of the logo, which replaces icon and name. The first file that exists is shown. */
export function logoNames(language: Language, theme: Theme): string[] {
  return [`logo-${language}-${theme}.svg`, `logo-${language}.svg`, `logo-${theme}.svg`, 'logo.svg']
}

/** Returns the file names of all logos. */
export function allLogoNames(): string[] {
  const names = LANGUAGES.flatMap(language => THEMES.flatMap(theme => logoNames(language, theme)))
  return [...new Set(names)]
}

const SIGNS: Record<string, (bytes: Buffer) => boolean> = {
  png: bytes => bytes.subarray(1, 4).toString('latin1') === 'PNG',
  ico: bytes => bytes.readUInt32LE(0) === 0x0001_0000,
  svg: bytes => /^\s*(<\?xml[^>]*>\s*)?(<!--[\s\S]*?-->\s*)*<svg[\s>]/.test(bytes.toString('utf8')),
}
/** Parts that an SVG does not need: such files come from many sources and are on every page. */
const UNSAFE =
  /<script|<foreignObject|<!ENTITY|\son\w+\s*=|(?:href|src)\s*=\s*["']\s*(?!#|data:image\/)/i

/** @returns the problem of a picture; null if there is none */
export function pictureProblem(name: string, file: string): string | null {
  const bytes = readFileSync(file)
  const ending = name.slice(name.lastIndexOf('.') + 1)
  const most = ending === 'svg' ? MOST_SVG_BYTES : MOST_BYTES
  if (bytes.length < 8 || !SIGNS[ending]?.(bytes))
    return `${name} is not a ${ending.toUpperCase()} file`
  if (bytes.length > most)
    return `${name} has ${Math.ceil(bytes.length / 1_000)} kB: the maximum is ${most / 1_000}`
  if (ending === 'svg' && UNSAFE.test(bytes.toString('utf8')))
    return `${name} contains scripts or links to other files: export it as a plain SVG`
  return null
}
