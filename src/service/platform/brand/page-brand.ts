/** The part of the brand that pages show, prepared once when a process starts. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { COLOURS } from '#src/contract/colours.ts'
import { LANGUAGES, type Language } from '#src/contract/languages.ts'
import { MAX_DEVICES, MAX_PROFILES, REFUND_HOURS, VAT_PERCENT } from '#src/contract/limits.ts'
import type { Env } from '../env.ts'
import { PROJECT_ROOT } from '../project-root.ts'
import { StartError } from '../start-error.ts'
import { BrandFile, THEMES, type Theme } from './brand-file.ts'
import { BRAND_ICON, logoNames } from './pictures.ts'
import { type Brand, inspectBrand } from './read-brand.ts'
import { TEXT_NAMES, type TextName } from './text-names.ts'
import { TextError, type TextPage, textPage } from './text-page.ts'

type Contacts = Pick<Brand, 'phones' | 'email' | 'address'>
type Shown = Contacts & Pick<Brand, 'slogan' | 'description' | 'hours' | 'hoursInShort'>
export type PageBrand = Readonly<
  Shown & {
    /** Colour of the browser's toolbar. */
    themeColour: Record<Theme, string>
    /** Colours that differ from the style sheet, with the hash for the policy; null if none differ. */
    style: { text: string; hash: `sha256-${string}` } | null
    /** Address of the favicon; a data URL if that is smaller than a request. */
    favicon: string
    /** Size of social.png in pixels. */
    socialPicture: { width: number; height: number }
    /** Address of the icon before the name; null for the product's own, which is inlined in the page. */
    icon: string | null
    /** Returns the address of a picture that replaces icon and name; null if there is none. */
    logo: (language: Language, theme: Theme) => string | null
    text: (name: TextName, language: Language, hasDirectDebit: boolean) => TextPage
  }
>

const INLINE_BYTES = 1_200

/** Returns the address of a picture in pages, which changes with its content. */
export function pictureAddress(name: string, bytes: Buffer): string {
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 10)
  return `/brand/${name.replace(/\.svg$/, '')}.${hash}.svg`
}

/** @throws StartError that names each text and line with a problem */
export function pageBrand(
  brand: Brand,
  settings: Pick<Env, 'SUPPORT_PHONE' | 'SUPPORT_EMAIL'> & { MODE?: Env['MODE'] },
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
    ...contactsOf(brand, settings),
    themeColour: { dark: brand.colours.dark.bg, light: brand.colours.light.bg },
    style: styleOf(brand),
    favicon: faviconOf(bytesOf(BRAND_ICON)),
    socialPicture: pngSize(bytesOf('social.png')),
    icon: brand.hasOwnIcon ? pictureAddress(BRAND_ICON, bytesOf(BRAND_ICON)) : null,
    logo: (language, theme) => {
      const name = logoNames(language, theme).find(each => addresses.has(each))
      return (name && addresses.get(name)) || null
    },
    text: (name, language, hasDirectDebit) =>
      texts.get(textKey(name, language, hasDirectDebit)) as TextPage,
  } satisfies PageBrand)
}

/** Returns the contacts of support. A demo without a brand of its own has invented ones. */
function contactsOf(
  brand: Brand,
  { SUPPORT_PHONE, SUPPORT_EMAIL, MODE }: Parameters<typeof pageBrand>[1],
): Contacts {
  const contacts = MODE === 'demo' && brand.folder === null ? demoContacts() : brand
  return {
    phones: SUPPORT_PHONE ? [SUPPORT_PHONE] : contacts.phones,
    email: SUPPORT_EMAIL ?? contacts.email,
    address: contacts.address,
  }
}

function demoContacts(): Contacts {
  const text = readFileSync(join(PROJECT_ROOT, 'demo/support.json'), 'utf8')
  return BrandFile.shape.support.unwrap().parse(JSON.parse(text)) as Contacts
}

/** Reads the size from the header of a PNG (RFC 2083, IHDR). */
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
    `The texts of the brand in ${brand.folder} need corrections:\n${problems.map(each => `  - ${each}`).join('\n')}`,
  )
}

/** Renders all texts, with and without direct debit, and lists their problems. */
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

/** Returns the changed colours. Its selector is more specific than the style sheets, one of which loads after the page. */
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
