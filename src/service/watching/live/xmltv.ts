/** Parses programme guides in the XMLTV format. Pure functions. */
import { DEFAULT_LANGUAGE, isLanguage, LANGUAGES, type Language } from '#src/contract/languages.ts'
import { stripBidiControls } from '#src/lib/text/bidi-controls.ts'
import { toLatinDigits } from '#src/lib/text/digits.ts'
import { DAY_MS } from '#src/lib/text/milliseconds.ts'
import { cleanText } from '#src/lib/text/normalise.ts'
import { escapeLine } from '#src/lib/text/visible.ts'
import { buildMoment, offsetMinutes, WrittenTimeError } from '#src/lib/text/written-time.ts'
import { scanXml, XmlError } from '../../platform/text/read-xml.ts'
import { LiveError } from './live-error.ts'

export type Texts = Partial<Record<Language, string>>
export type GuideEntry = { startsAt: Date; endsAt: Date; title: Texts; summary: Texts }
/** A programme of the file, as the report names it. */
type NamedProgramme = { line: number; start: string; title: string }
type LeftOutProgramme = NamedProgramme & { reason: string }
/** A programme that ends earlier than the file says, because the next one begins. */
type ShortenedProgramme = NamedProgramme & { endsAt: Date }
export type Guide = {
  entries: GuideEntry[]
  leftOut: LeftOutProgramme[]
  shortened: ShortenedProgramme[]
}

const TITLE_MAX = 300
const SUMMARY_MAX = 2_000
const LONGEST_MS = DAY_MS
/**
 * Matches `20260321193000 +0330` and `14050101193000 +0330`; without an offset the time is UTC, as in the XMLTV
 * specification.
 */
const TIME = /^(\d{4})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})?(?:\s*(UTC|GMT|Z|[+-]\d{2}:?\d{2}))?$/
const TIME_FORM = '20260321193000 +0330 or 14050101193000 +0330'

/**
 * Parses a guide.
 * @param channel id of the channel in the file; null if the file has one channel
 * @throws LiveError if the file is not a guide, or has other channels
 */
export function parseXmltv(text: string, channel: string | null): Guide {
  const all = programmesOf(text)
  const ids = new Set(all.map(each => each.channel))
  if (channel === null && ids.size > 1)
    throw new LiveError(
      `The file contains several channels: use --channel with one of ${list(ids)}.`,
    )
  if (channel !== null && !ids.has(channel))
    throw new LiveError(`The file has no programme of that channel. It has channels ${list(ids)}.`)
  return inOrder(all.filter(each => channel === null || each.channel === channel))
}

type WrittenText = { name: string; language: string | null; text: string }
type Programme = {
  line: number
  start: string
  stop: string
  channel: string
  texts: WrittenText[]
}

/** Returns the programmes with their titles and descriptions; other elements are ignored. */
function programmesOf(source: string): Programme[] {
  const programmes: Programme[] = []
  let [depth, hasRoot] = [0, false]
  let programme: Programme | null = null
  let text: WrittenText | null = null
  const notXmltv = (reason: string) =>
    new LiveError(`The file is not XMLTV: it must be XML with the root element <tv>${reason}.`)
  try {
    for (const part of scanXml(source)) {
      if (part.type === 'text') {
        if (text) text.text += part.text
      } else if (part.type === 'close') {
        depth -= 1
        if (depth === 2) text = null
        if (depth === 1) programme = null
      } else {
        const { name, attributes } = part
        depth += 1
        if (depth === 1 && name !== 'tv') throw notXmltv('')
        hasRoot = true
        if (depth === 2 && name === 'programme') {
          programme = {
            line: part.line,
            start: attributes.get('start') ?? '',
            stop: attributes.get('stop') ?? '',
            channel: attributes.get('channel') ?? '',
            texts: [],
          }
          programmes.push(programme)
        }
        if (depth === 3 && programme && (name === 'title' || name === 'desc')) {
          text = { name, language: attributes.get('lang') ?? null, text: '' }
          programme.texts.push(text)
        }
      }
    }
  } catch (error) {
    if (error instanceof XmlError) throw notXmltv(` (${escapeLine(error.message)})`)
    throw error
  }
  if (!hasRoot) throw notXmltv('')
  return programmes
}

type Timed = { programme: Programme; named: NamedProgramme; title: Texts; startsAt: Date }

/**
 * Sorts the programmes. If one begins before the previous one ends, the previous one is shortened: guides often count the
 * minutes between programmes twice.
 */
function inOrder(programmes: readonly Programme[]): Guide {
  const guide: Guide = { entries: [], leftOut: [], shortened: [] }
  const leaveOut = (named: NamedProgramme, reason: string) =>
    void guide.leftOut.push({ ...named, reason })
  const timed: Timed[] = []
  for (const programme of programmes) {
    const title = textsOf(programme, 'title', TITLE_MAX)
    const named = namedProgramme(programme, title)
    const startsAt = parseXmltvTime(programme.start)
    const reason = textProblem(programme, title)
    if (!startsAt) leaveOut(named, `its start is not a time such as ${TIME_FORM}`)
    else if (reason) leaveOut(named, reason)
    else timed.push({ programme, named, title, startsAt })
  }
  timed.sort((a, b) => a.startsAt.getTime() - b.startsAt.getTime())
  const following = followingStarts(timed)
  const kept: (Timed & { endsAt: Date })[] = []
  for (const [index, each] of timed.entries()) {
    const { programme, named, startsAt } = each
    const endsAt = programme.stop ? parseXmltvTime(programme.stop) : (following[index] ?? null)
    const length = endsAt ? endsAt.getTime() - startsAt.getTime() : 0
    if (!endsAt || length <= 0) leaveOut(named, 'it does not end after its start')
    else if (length > LONGEST_MS) leaveOut(named, 'it is longer than a day')
    else if (kept.at(-1)?.startsAt.getTime() === startsAt.getTime())
      leaveOut(named, 'another programme starts at the same time')
    else kept.push({ ...each, endsAt })
  }
  for (const [index, { programme, named, title, startsAt, endsAt }] of kept.entries()) {
    const next = kept[index + 1]?.startsAt
    const cut = next && next < endsAt ? next : endsAt
    if (cut !== endsAt) guide.shortened.push({ ...named, endsAt: cut })
    guide.entries.push({
      startsAt,
      endsAt: cut,
      title,
      summary: textsOf(programme, 'desc', SUMMARY_MAX),
    })
  }
  guide.leftOut.sort((a, b) => a.line - b.line)
  return guide
}

/** Returns for each programme the next start that is later than its own. */
function followingStarts(timed: readonly Timed[]): (Date | undefined)[] {
  const following: (Date | undefined)[] = []
  for (let index = timed.length - 1; index >= 0; index--) {
    const next = timed[index + 1]?.startsAt
    const isLater = next && next > (timed[index]?.startsAt ?? next)
    following[index] = isLater ? next : following[index + 1]
  }
  return following
}

function namedProgramme({ line, start, texts }: Programme, title: Texts): NamedProgramme {
  const written = texts.find(({ name }) => name === 'title')?.text.trim() ?? ''
  return { line, start, title: Object.values(title)[0] ?? written.slice(0, TITLE_MAX) }
}

function textProblem({ texts }: Programme, title: Texts): string | null {
  if (texts.some(({ text }) => text.includes('\ufffd'))) return 'a letter of its texts is damaged'
  if (texts.some(({ text }) => /[^\P{Cc}\t\n\r]/u.test(text)))
    return 'its texts contain a control character'
  return Object.keys(title).length === 0 ? 'it has no title in a language of the site' : null
}

/** Returns null if the text is not a time of either calendar. */
export function parseXmltvTime(text: string | null): Date | null {
  const written = text ?? ''
  const found = TIME.exec(toLatinDigits(stripBidiControls(written)).trim())
  if (!found) return null
  const [year = 0, month = 0, day = 0, hour, minute, second] = found.slice(1, 7).map(Number)
  const zone = found[7] ?? 'Z'
  const offset = /^[+-]/.test(zone) ? offsetMinutes(zone) : 0
  try {
    return buildMoment({ year, month, day, hour, minute, second: second || 0, offset }, written, '')
  } catch (error) {
    if (error instanceof WrittenTimeError) return null
    throw error
  }
}

/** Returns the first text of each language. */
function textsOf({ texts }: Programme, name: WrittenText['name'], most: number): Texts {
  const found: Texts = {}
  for (const each of texts) {
    const language = each.name === name ? languageOf(each.language) : undefined
    const text = shortened(cleanText(each.text).replace(/\s+/g, ' '), most)
    if (text && language) found[language] ??= text
  }
  return found
}

function shortened(text: string, most: number): string {
  return text.length <= most ? text : text.slice(0, most).replace(/[\ud800-\udbff]$/, '')
}

/** Tags that mean the site's default language, because they name none. */
const NO_LANGUAGE = new Set(['', 'und', 'mis', 'mul', 'zxx'])
/** Codes of three letters and names of the languages of the site, beside those that the runtime knows. */
const OTHER_NAMES: Record<Language, readonly string[]> = {
  fa: ['per', 'fas', 'pes', 'prs', 'farsi', 'parsi'],
  en: ['eng'],
}

const LANGUAGE_NAMES = new Map(
  LANGUAGES.flatMap(language => [
    ...OTHER_NAMES[language].map(name => [name, language] as const),
    ...LANGUAGES.map(of => [languageName(language, of).toLowerCase(), language] as const),
  ]),
)

function languageName(language: Language, of: Language): string {
  return new Intl.DisplayNames(of, { type: 'language' }).of(language) ?? language
}

/** Returns the language of `fa-IR`, `per` or `Persian`; undefined for a language that the site does not have. */
function languageOf(tag: string | null): Language | undefined {
  const name = cleanText(tag ?? '').toLowerCase()
  if (NO_LANGUAGE.has(name)) return DEFAULT_LANGUAGE
  const [code = ''] = name.split(/[-_]/)
  if (isLanguage(code)) return code
  return LANGUAGE_NAMES.get(name) ?? LANGUAGE_NAMES.get(code)
}

function list(ids: ReadonlySet<string>): string {
  return (
    [...ids]
      .slice(0, 20)
      .map(id => JSON.stringify(id))
      .join(', ') || 'none'
  )
}
