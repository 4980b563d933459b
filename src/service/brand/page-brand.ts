/** What pages show of the brand, made once when a process starts. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { COLOURS } from '#src/contract/colours.ts'
import { LANGUAGES, type Language } from '#src/contract/languages.ts'
import { MAX_DEVICES, MAX_PROFILES, REFUND_HOURS, VAT_PERCENT } from '#src/contract/limits.ts'
import type { Env } from '../env.ts'
import { StartError } from '../start-error.ts'
import { THEMES, type Theme } from './brand-file.ts'
import { ICON, logoNames } from './pictures.ts'
import { type Brand, inspectBrand } from './read-brand.ts'
import { TEXT_NAMES, type TextName } from './text-names.ts'
import { TextError, type TextPage, textPage } from './text-page.ts'

type Shown = Pick<Brand, 'slogan' | 'description' | 'phones' | 'email' | 'hours' | 'hoursInShort'>
export type PageBrand = Readonly<
  Shown & {
    /** Of the bar of the browser. */
    themeColour: Record<Theme, string>
    /** The colours that differ from the style sheet, with the hash for the policy; null where none does. */
    style: { text: string; hash: `sha256-${string}` } | null
    /** Address of the favicon; a data URL where that is smaller than a request. */
    favicon: string
    /** The size of social.png in pixels. */
    socialPicture: { width: number; height: number }
    /** The sign before the name; null stands for the product's own, which is drawn in the page. */
    icon: string | null
    /** A picture instead of sign and name. */
    logo: (language: Language, theme: Theme) => string | null
    text: (name: TextName, language: Language, hasDirectDebit: boolean) => TextPage
  }
>

const INLINE_BYTES = 1_200

/** Addresses of pictures that pages show, which change with the picture. */
export function pictureAddress(name: string, bytes: Buffer): string {
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 10)
  return `/brand/${name.replace(/\.svg$/, '')}.${hash}.svg`
}

/** @throws StartError that names the text and line */
export function pageBrand(
  brand: Brand,
  { SUPPORT_PHONE, SUPPORT_EMAIL }: Pick<Env, 'SUPPORT_PHONE' | 'SUPPORT_EMAIL'>,
): PageBrand {
  const { slogan, description, hours, hoursInShort } = brand
  const bytesOf = (name: string) => readFileSync(brand.pictures.get(name) as string)
  const addresses = new Map<string, string>()
  for (const name of brand.pictures.keys())
    if (name.startsWith('logo')) addresses.set(name, pictureAddress(name, bytesOf(name)))
  const texts = textsOf(brand)
  return Object.freeze({
    slogan,
    description,
    hours,
    hoursInShort,
    phones: SUPPORT_PHONE ? [SUPPORT_PHONE] : brand.phones,
    email: SUPPORT_EMAIL ?? brand.email,
    themeColour: { dark: brand.colours.dark.bg, light: brand.colours.light.bg },
    style: styleOf(brand),
    favicon: faviconOf(bytesOf(ICON)),
    socialPicture: pngSize(bytesOf('social.png')),
    icon: brand.hasOwnIcon ? pictureAddress(ICON, bytesOf(ICON)) : null,
    logo: (language, theme) => {
      const name = logoNames(language, theme).find(each => addresses.has(each))
      return (name && addresses.get(name)) || null
    },
    text: (name, language, hasDirectDebit) =>
      texts.get(textKey(name, language, hasDirectDebit)) as TextPage,
  } satisfies PageBrand)
}

/** Where every PNG file has it (RFC 2083, IHDR). */
function pngSize(bytes: Buffer): { width: number; height: number } {
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
}

function textKey(name: TextName, language: Language, hasDirectDebit: boolean): string {
  return `${name} ${language} ${hasDirectDebit}`
}

function textsOf(brand: Brand): Map<string, TextPage> {
  const { texts, problems } = renderedTexts(brand)
  if (problems.length === 0) return texts
  throw new StartError(
    `The texts of the brand in ${brand.folder} are not right:\n${problems.map(each => `  - ${each}`).join('\n')}`,
  )
}

/** All texts, with and without direct debit, and what is wrong with them. */
export function renderedTexts(brand: Brand): { texts: Map<string, TextPage>; problems: string[] } {
  const texts = new Map<string, TextPage>()
  const problems: string[] = []
  for (const name of TEXT_NAMES)
    for (const language of LANGUAGES) {
      const { file, source } = brand.texts[name][language]
      const values = {
        brand: brand.name[language],
        devices: MAX_DEVICES,
        profiles: MAX_PROFILES,
        vat: VAT_PERCENT,
        refund_from: REFUND_HOURS.from,
        refund_to: REFUND_HOURS.to,
      }
      try {
        for (const hasDirectDebit of [true, false])
          texts.set(
            textKey(name, language, hasDirectDebit),
            textPage(source, { language, values, hasDirectDebit }),
          )
      } catch (error) {
        if (!(error instanceof TextError)) throw error
        problems.push(`${file}, ${error.message}`)
      }
    }
  return { texts, problems }
}

/** More specific than the style sheets, of which one loads after the page. */
function styleOf(brand: Brand): PageBrand['style'] {
  const known = inspectBrand(null).brand.colours
  const rules = THEMES.map(theme => {
    const changed = COLOURS.filter(name => brand.colours[theme][name] !== known[theme][name])
    const values = changed.map(name => `--${name}:${brand.colours[theme][name]}`)
    return values.length > 0 ? `:root[data-theme=${theme}]{${values.join(';')}}` : ''
  })
  const text = rules.join('')
  if (text === '') return null
  return { text, hash: `sha256-${createHash('sha256').update(text).digest('base64')}` }
}

function faviconOf(bytes: Buffer): string {
  if (bytes.length > INLINE_BYTES) return '/favicon.svg'
  const svg = bytes.toString('utf8').trim()
  return `data:image/svg+xml,${svg.replace(/[%"#<>\n]/g, encodeURIComponent)}`
}
