/**
 * Queries as people type them, each with its right answers by a rule over the imported records. The rules know nothing of the
 * search: they compare genres, kinds, flags, years, countries, credits and names.
 */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { ImportTitle } from '#src/contract/import.ts'
import { toOtherLayout } from '#src/lib/text/keyboard-layout.ts'
import { searchText } from '#src/lib/text/normalise.ts'

/** One condition of a rule, as `genre:horror`; several values are alternatives. */
type Condition = { kind: string; values: string[] }
export type AskedQuery = { group: string; typed: string; conditions: Condition[] }

/** The answer of the search to a query: external ids, the best first. */
export type Answer = { titles: string[]; artists: string[]; dropped: string[] }

const FOLDER = resolve(import.meta.dirname, '../service/catalogue/search/queries')
/** A right answer is among this many results. */
const FIRST = 5

/** Reads lines such as `genre | ترسناک | genre:horror`. */
export function readAskedQueries(file: string): AskedQuery[] {
  const lines = readFileSync(resolve(FOLDER, file), 'utf8').trim().split('\n')
  return lines.map(line => {
    const [group = '', typed = '', rule = ''] = line.split(' | ')
    return toAskedQuery(group, typed, rule)
  })
}

function toAskedQuery(group: string, typed: string, rule: string): AskedQuery {
  return { group, typed, conditions: rule.split(' ').map(toCondition) }
}

function toCondition(text: string): Condition {
  const at = text.indexOf(':')
  return { kind: text.slice(0, at), values: text.slice(at + 1).split(',') }
}

/**
 * Returns why the answer is wrong, or null if it is right: a title or a person that is named is where it must be, and the first
 * titles have everything that was asked for, as far as the catalogue has so many.
 */
export function faultOf(
  { typed, conditions }: AskedQuery,
  answer: Answer,
  records: ReadonlyMap<string, ImportTitle>,
): string | null {
  const shown = answer.titles.slice(0, FIRST)
  const asked: Condition[] = []
  for (const condition of conditions) {
    const { kind, values } = condition
    const [value = ''] = values
    if (kind === 'first') {
      const first = answer.titles[0] ?? 'nothing'
      if (!values.includes(first)) return `first is ${first}`
    } else if (kind === 'title') {
      if (!shown.some(id => values.includes(id))) return `${value} is not among ${shown.join(', ')}`
    } else if (kind === 'artist') {
      const isRight = value === 'none' ? answer.artists.length === 0 : answer.artists[0] === value
      if (!isRight) return `artists are ${answer.artists.join(', ')}`
    } else if (kind === 'dropped') {
      if (!answer.dropped.includes(value)) return `dropped is ${answer.dropped.join(', ')}`
    } else asked.push(condition)
  }
  if (asked.length === 0) return null
  const fits = (record: ImportTitle) => asked.every(condition => isMet(condition, record))
  const right = [...records.values()].filter(fits).length
  if (right === 0) return 'the rule has no right answer'
  if (shown.length < Math.min(FIRST, right)) return `only ${shown.length} of ${right} are shown`
  const wrong = shown.find(id => {
    const record = records.get(id)
    return !record || !(fits(record) || isNamed(typed, record))
  })
  return wrong === undefined ? null : `${wrong} is wrong`
}

/** True if a name of the title has all words as they were typed. */
function isNamed(typed: string, { title, aliases = [] }: ImportTitle): boolean {
  const names = [title.fa, title.en, ...aliases].map(name => searchText(name ?? '').split(' '))
  return [typed, toOtherLayout(typed) ?? typed].some(text => {
    const asked = searchText(text).split(' ')
    return names.some(words => asked.every(word => words.includes(word)))
  })
}

function isMet({ kind, values }: Condition, title: ImportTitle): boolean {
  const { genres = [], flags = [], countries = [], credits = [], year = 0 } = title
  const has = (list: readonly string[]) => values.some(value => list.includes(value))
  if (kind === 'genre') return has([...genres, ...(isForKids(title) ? ['kids'] : [])])
  if (kind === 'flag') return has([...flags, ...derivedFlags(title)])
  if (kind === 'country') return has(countries)
  if (kind === 'abroad') return countries[0] !== 'IR'
  if (kind === 'by') return has(credits.map(({ artist }) => artist))
  if (kind === 'type') return has([kindOf(title)])
  if (kind === 'year') return values.includes(String(year))
  if (kind === 'years') {
    const [from = 0, to = 0] = (values[0] ?? '').split('-').map(Number)
    return year >= from && year <= to
  }
  throw new Error(`unknown condition ${kind}`)
}

/** The importer adds these titles to the category of kids (docs/import.md). */
function isForKids({ genres = [], age_label = 18 }: ImportTitle): boolean {
  return age_label <= 7 && (genres.includes('animation') || genres.includes('family'))
}

/** Titles without a time are published by the import, so they are new. */
function derivedFlags(title: ImportTitle): string[] {
  const { caption_languages = [], audio_languages = [], published_at } = title
  return [
    ...(published_at ? [] : ['latest']),
    ...(caption_languages.length > 0 ? ['has_subtitle'] : []),
    ...(audio_languages.length > 1 ? ['multi_audio'] : []),
  ]
}

function kindOf({ type, flags = [] }: ImportTitle): string {
  if (type === 'series') return 'series'
  if (type === 'video_content_list') return 'bundle'
  if (flags.includes('audio_book')) return 'book'
  return flags.includes('live') ? 'channel' : 'film'
}
