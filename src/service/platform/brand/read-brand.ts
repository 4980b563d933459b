/** Reads the brand: files of the company's folder, and the product's own files in brand/ for those that are missing. */

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { COLOURS } from '#src/contract/colours.ts'
import {
  DEFAULT_LANGUAGE,
  type Language,
  type Localized,
  mapLanguages,
} from '#src/contract/languages.ts'
import { counted } from '#src/lib/text/count.ts'
import type { Env } from '../env.ts'
import { PROJECT_ROOT } from '../project-root.ts'
import { StartError } from '../start-error.ts'
import { type DecodedText, decodeText } from '../text/decode-text.ts'
import { type BrandFile, type Colours, parseBrandFile, THEMES, type Theme } from './brand-file.ts'
import { contrastProblems } from './contrast.ts'
import { allLogoNames, BRAND_PICTURES, pictureProblem } from './pictures.ts'
import { TEXT_NAMES, type TextName } from './text-names.ts'

export const DEFAULT_FOLDER = join(PROJECT_ROOT, 'brand')
export const BRAND_FILE = 'brand.yaml'

type TextSource = { file: string; source: string }
export type Brand = {
  /** Folder of the company; null if it has none. */
  folder: string | null
  name: Localized
  slogan: Localized
  description: Localized
  phones: readonly string[]
  email: string | undefined
  /** Postal address. */
  address: Localized | undefined
  hours: ReadonlyArray<{ title: Localized; text: Localized }>
  hoursInShort: Localized
  colours: Record<Theme, Colours>
  /** File of each picture. It contains logos only if the company has them. */
  pictures: ReadonlyMap<string, string>
  hasOwnIcon: boolean
  texts: Record<TextName, Localized<TextSource>>
}
export type Inspection = { brand: Brand; problems: string[] }

/** @throws StartError that lists all problems */
export function readBrand(env: Settings): Brand {
  const { brand, problems } = inspectBrand(brandFolder(env))
  if (problems.length === 0) return brand
  throw new StartError(
    `The brand in ${brand.folder} needs ${counted(problems.length, 'correction')}:\n${problems.map(problem => `  - ${problem}`).join('\n')}`,
  )
}

type Settings = Pick<Env, 'BRAND_DIR' | 'DATA_DIR'>

/** Returns the name alone, for commands, which send messages but show no pages. @throws StartError that names the line */
export function readBrandName(env: Settings): Localized {
  const problems: string[] = []
  const file = ownFile(brandPath(env), problems) ?? originalFile()
  if (problems.length === 0) return file.name
  throw new StartError(problems.join('\n'))
}

/** Returns the folder for the company's files, even if it does not exist. */
export function brandPath({ BRAND_DIR, DATA_DIR }: Settings): string {
  return BRAND_DIR ?? join(DATA_DIR, 'brand')
}

/** Returns the folder of the company's files; null if there is none. @throws StartError if BRAND_DIR is not a folder */
export function brandFolder(env: Settings): string | null {
  const folder = brandPath(env)
  if (existsSync(folder)) return folder
  if (env.BRAND_DIR)
    throw new StartError(`BRAND_DIR ${folder} is not a folder: ./pardeh brand init creates one`)
  return null
}

function originalFile(): BrandFile {
  const { file } = parseBrandFile(textOf(join(DEFAULT_FOLDER, BRAND_FILE)).text)
  if (!file) throw new Error('The default brand is invalid')
  return file
}

/** Returns the brand with all problems in its folder. Invalid parts are replaced by the product's own. */
export function inspectBrand(folder: string | null): Inspection {
  const problems: string[] = []
  const original = originalFile()
  const own = folder ? ownFile(folder, problems) : null
  const file = own ?? original
  const colours = coloursOf(own, original)
  for (const theme of THEMES)
    for (const { of, on, ratio, least } of contrastProblems(theme, colours[theme]))
      problems.push(
        `${BRAND_FILE}: colours.${theme}: ${of} on ${on} has a contrast of ${ratio.toFixed(2)}, but needs ${least}`,
      )
  if (folder) problems.push(...strangers(folder))
  const { support } = file
  const brand: Brand = {
    folder,
    name: file.name,
    slogan: file.slogan,
    description: file.description,
    phones: support.phones,
    email: support.email,
    address: support.address,
    hours: support.hours ?? original.support.hours ?? [],
    hoursInShort: (support.hours_in_short ?? original.support.hours_in_short) as Localized,
    colours,
    pictures: picturesOf(folder, own !== null, problems),
    hasOwnIcon: folder !== null && existsSync(join(folder, 'icon.svg')),
    texts: textsOf(folder, problems),
  }
  return { brand, problems }
}

function ownFile(folder: string, problems: string[]): BrandFile | null {
  const path = join(folder, BRAND_FILE)
  if (!existsSync(path)) return null
  const { text, badLines } = textOf(path)
  problems.push(...undecodable(BRAND_FILE, badLines))
  const read = parseBrandFile(text)
  problems.push(...read.problems.map(problem => `${BRAND_FILE}, ${problem}`))
  return read.file
}

/** Returns all colours. If only the colour of a button is given, it also applies under the pointer. */
function coloursOf(own: BrandFile | null, original: BrandFile): Brand['colours'] {
  const ofTheme = (theme: Theme): Colours => {
    const given = own?.colours[theme] ?? {}
    const known = original.colours[theme]
    const hover = given['action-hover'] ?? given.action
    const all = { ...known, ...given, ...(hover ? { 'action-hover': hover } : {}) }
    return Object.fromEntries(COLOURS.map(name => [name, all[name]])) as Colours
  }
  return { dark: ofTheme('dark'), light: ofTheme('light') }
}

function picturesOf(folder: string | null, isNamed: boolean, problems: string[]) {
  const pictures = new Map<string, string>()
  for (const name of [...BRAND_PICTURES, ...allLogoNames()]) {
    const own = folder && join(folder, name)
    const isOwn = own !== null && existsSync(own)
    const problem = isOwn ? pictureProblem(name, own) : null
    if (problem) problems.push(problem)
    if (isOwn && !problem) pictures.set(name, own)
    else if (existsSync(join(DEFAULT_FOLDER, name))) {
      pictures.set(name, join(DEFAULT_FOLDER, name))
      if (isNamed && !isOwn) problems.push(missing(name))
    }
  }
  return pictures
}

function missing(name: string): string {
  return name === 'icon.svg'
    ? 'icon.svg is missing: draw the icon of the company in a square'
    : `${name} is missing: ./pardeh brand icons draws it from icon.svg`
}

/** Decodes a file in whatever encoding its program wrote it. */
function textOf(path: string, language: Language = DEFAULT_LANGUAGE): DecodedText {
  return decodeText(readFileSync(path), { language })
}

function undecodable(file: string, lines: readonly number[]): string[] {
  return lines.map(line => `${file}, line ${line}: has a damaged letter: save the file as UTF-8`)
}

function textsOf(folder: string | null, problems: string[]): Brand['texts'] {
  const sourceOf = (name: TextName, language: Language): TextSource => {
    const file = `${language}/${name}.md`
    const own = folder && join(folder, file)
    const path = own && existsSync(own) ? own : join(DEFAULT_FOLDER, file)
    const { text, badLines } = textOf(path, language)
    problems.push(...undecodable(file, badLines))
    return { file, source: text }
  }
  const entries = TEXT_NAMES.map(name => [name, mapLanguages(language => sourceOf(name, language))])
  return Object.fromEntries(entries)
}

/** Lists unknown files, such as a picture or a text with a typing error in its name. */
function strangers(folder: string): string[] {
  const known = new Set([
    BRAND_FILE,
    ...BRAND_PICTURES,
    ...allLogoNames(),
    ...TEXT_NAMES.flatMap(name =>
      Object.values(mapLanguages(language => `${language}/${name}.md`)),
    ),
  ])
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .filter(file => !known.has(file) && !/(^|\/)\./.test(file))
    .map(file => `${file} is not a file of a brand: docs/brand.md lists them`)
}
