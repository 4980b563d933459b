/** Reads the brand: the company's folder over the product's own in brand/, which has every file. */

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { COLOURS } from '#src/contract/colours.ts'
import { byLanguage, type Language, type Localized } from '#src/contract/languages.ts'
import { counted } from '#src/lib/text/count.ts'
import type { Env } from '../env.ts'
import { PROJECT_ROOT } from '../project-root.ts'
import { StartError } from '../start-error.ts'
import { type BrandFile, type Colours, parseBrandFile, THEMES, type Theme } from './brand-file.ts'
import { contrastProblems } from './contrast.ts'
import { allLogoNames, PICTURES, pictureProblem } from './pictures.ts'
import { TEXT_NAMES, type TextName } from './text-names.ts'

export const DEFAULT_FOLDER = join(PROJECT_ROOT, 'brand')
export const BRAND_FILE = 'brand.yaml'

export type TextSource = { file: string; source: string }
export type Brand = {
  /** The company's folder; null where it has none. */
  folder: string | null
  name: Localized
  slogan: Localized
  description: Localized
  phones: readonly string[]
  email: string | undefined
  hours: ReadonlyArray<{ title: Localized; text: Localized }>
  hoursInShort: Localized
  colours: Record<Theme, Colours>
  /** The file of each picture. Logos are there only where the company has them. */
  pictures: ReadonlyMap<string, string>
  hasOwnIcon: boolean
  texts: Record<TextName, Localized<TextSource>>
}
export type Inspection = { brand: Brand; problems: string[] }

/** @throws StartError that lists everything that is wrong */
export function readBrand(env: Settings): Brand {
  const { brand, problems } = inspectBrand(brandFolder(env))
  if (problems.length === 0) return brand
  throw new StartError(
    `The brand in ${brand.folder} needs ${counted(problems.length, 'correction')}:\n${problems.map(problem => `  - ${problem}`).join('\n')}`,
  )
}

type Settings = Pick<Env, 'BRAND_DIR' | 'DATA_DIR'>

/** For commands, which send messages and show no pages. @throws StartError that names the line */
export function readBrandName(env: Settings): Localized {
  const problems: string[] = []
  const file = ownFile(brandPath(env), problems) ?? originalFile()
  if (problems.length === 0) return file.name
  throw new StartError(problems.join('\n'))
}

/** Where the company's files are to be, whether there are any or not. */
export function brandPath({ BRAND_DIR, DATA_DIR }: Settings): string {
  return BRAND_DIR ?? join(DATA_DIR, 'brand')
}

/** @throws StartError when BRAND_DIR names no folder */
export function brandFolder(env: Settings): string | null {
  const folder = brandPath(env)
  if (existsSync(folder)) return folder
  if (env.BRAND_DIR)
    throw new StartError(`BRAND_DIR ${folder} is no folder: npm run brand -- init makes one`)
  return null
}

function originalFile(): BrandFile {
  const { file } = parseBrandFile(readFileSync(join(DEFAULT_FOLDER, BRAND_FILE), 'utf8'))
  if (!file) throw new Error('the default brand is not right')
  return file
}

/** The brand with all that is wrong in its folder; what is wrong is left as the product has it. */
export function inspectBrand(folder: string | null): Inspection {
  const problems: string[] = []
  const original = originalFile()
  const own = folder ? ownFile(folder, problems) : null
  const file = own ?? original
  const colours = coloursOf(own, original)
  for (const theme of THEMES)
    for (const { of, on, ratio, least } of contrastProblems(theme, colours[theme]))
      problems.push(
        `${BRAND_FILE}: colours.${theme}: ${of} on ${on} has a contrast of ${ratio.toFixed(2)}, and needs ${least}`,
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
    hours: support.hours ?? original.support.hours ?? [],
    hoursInShort: (support.hours_in_short ?? original.support.hours_in_short) as Localized,
    colours,
    pictures: picturesOf(folder, own !== null, problems),
    hasOwnIcon: folder !== null && existsSync(join(folder, 'icon.svg')),
    texts: textsOf(folder),
  }
  return { brand, problems }
}

function ownFile(folder: string, problems: string[]): BrandFile | null {
  const path = join(folder, BRAND_FILE)
  if (!existsSync(path)) return null
  const read = parseBrandFile(readFileSync(path, 'utf8'))
  problems.push(...read.problems.map(problem => `${BRAND_FILE}, ${problem}`))
  return read.file
}

/** A button keeps its own colour under the pointer where only that one is given. */
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
  for (const name of [...PICTURES, ...allLogoNames()]) {
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
    ? 'icon.svg is missing: the sign of the company, drawn in a square'
    : `${name} is missing: npm run brand -- icons draws it from icon.svg`
}

function textsOf(folder: string | null): Brand['texts'] {
  const sourceOf = (name: TextName, language: Language): TextSource => {
    const file = `${language}/${name}.md`
    const own = folder && join(folder, file)
    const path = own && existsSync(own) ? own : join(DEFAULT_FOLDER, file)
    return { file, source: readFileSync(path, 'utf8') }
  }
  const entries = TEXT_NAMES.map(name => [name, byLanguage(language => sourceOf(name, language))])
  return Object.fromEntries(entries)
}

/** Files that nothing reads, such as a picture or a text with a typing error in its name. */
function strangers(folder: string): string[] {
  const known = new Set([
    BRAND_FILE,
    ...PICTURES,
    ...allLogoNames(),
    ...TEXT_NAMES.flatMap(name => Object.values(byLanguage(language => `${language}/${name}.md`))),
  ])
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .filter(file => !known.has(file) && !/(^|\/)\./.test(file))
    .map(file => `${file} is none of the files of a brand: docs/brand.md lists them`)
}
