/** Queries in OpenSearch's DSL. Scores are constants, so that the kind of a match alone ranks it. */
import { spaceless } from '../names.ts'
import type { ParsedQuery, QueryWords } from '../parsed-query.ts'
import type { TitleQuery } from '../search-engine.ts'
import { trigramsOf } from '../trigrams.ts'
import type { IndexKind } from './documents.ts'
import { soundKey } from './sound-key.ts'

export type Query = Record<string, unknown>
export type Search = { kind: IndexKind; query: Query; filter?: readonly Query[]; limit: number }

/** Shorter words are not corrected, and only longer ones with two errors: as spelling.ts does. */
const CORRECTED_LENGTH = 4
const TWO_ERRORS_LENGTH = 8
/** OpenSearch allows 1,024 clauses. */
const TRIGRAMS_MAX = 100
const SHARED_TRIGRAMS = '30%'

/** The body of a search: best first, without counting all matches. */
export function searchBody({ kind, query, filter = [], limit }: Search): Query {
  return {
    size: limit,
    track_total_hits: false,
    _source: ['text', 'type', 'order'],
    query: { bool: { must: [query], filter } },
    sort: [{ _score: 'desc' }, { order: 'asc' }, { key: kind === 'titles' ? 'desc' : 'asc' }],
  }
}

/** Exact names, then names that begin so, then names with words that do. Null for a text without letters. */
export function namesQuery({ text, words }: QueryWords, by?: 'start' | 'name'): Query | null {
  if (text === '') return null
  const name = spaceless(text)
  const inWords = { bool: { filter: words.map(word => ({ prefix: { words: word } })) } }
  return best([
    scored({ term: { names: name } }, 3),
    scored({ prefix: { names: name } }, 2),
    ...(by === 'start' ? [] : [scored(inWords, 1)]),
  ])
}

/** Names with words near those of the query; null where no word is long enough. */
export function correctedQuery({ words }: QueryWords): Query | null {
  if (words.every(({ length }) => length < CORRECTED_LENGTH)) return null
  return { bool: { must: words.map(nearWord) } }
}

function nearWord(word: string): Query {
  const within = (fuzziness: number) => ({ fuzzy: { starts: { value: word, fuzziness } } })
  return best([
    scored({ prefix: { words: word } }, 3),
    ...(word.length >= CORRECTED_LENGTH ? [scored(within(1), 2)] : []),
    ...(word.length >= TWO_ERRORS_LENGTH ? [scored(within(2), 1)] : []),
  ])
}

/** Names that share trigrams with the query, most of them first. */
export function similarQuery({ text, words }: QueryWords): Query {
  const trigrams = new Set([...words, spaceless(text)].flatMap(word => [...trigramsOf(word)]))
  const should = [...trigrams]
    .slice(0, TRIGRAMS_MAX)
    .map(trigram => scored({ term: { trigrams: trigram } }, 1))
  return { bool: { should, minimum_should_match: SHARED_TRIGRAMS } }
}

/** Persian names that may be meant by Latin letters; null where nothing of them is written in Persian. */
export function latinQuery({ text, words, isLatin }: ParsedQuery): Query | null {
  const name = soundKey(spaceless(text))
  if (!isLatin || name === '') return null
  const sounds = words.map(soundKey).filter(Boolean)
  const inWords = { bool: { filter: sounds.map(sound => ({ prefix: { word_sounds: sound } })) } }
  return best([
    scored({ term: { sounds: name } }, 4),
    scored({ term: { word_sounds: name } }, 3),
    scored({ prefix: { sounds: name } }, 2),
    scored(inWords, 1),
  ])
}

export function idsQuery(ids: readonly string[]): Query {
  return scored({ terms: { key: ids } }, 1)
}

/** The conditions of a title query. */
export function filtersOf(filter: TitleQuery['filter']): Query[] {
  const { types = [], flags = [], anyFlag = [], categoryIds = [], countries = [] } = filter
  const { maxAge = null, latestSince } = filter
  const origins = [
    ...(categoryIds.length > 0 ? [{ terms: { categories: categoryIds } }] : []),
    ...(countries.length > 0 ? [{ terms: { countries } }] : []),
  ]
  return [
    ...(types.length > 0 ? [{ terms: { type: types } }] : []),
    // Unrated titles have no age, and are above every age.
    ...(maxAge === null ? [] : [{ range: { age: { lte: maxAge } } }]),
    ...flags.map(flag => (flag === 'latest' ? latest(latestSince) : { term: { flags: flag } })),
    ...(anyFlag.length > 0 ? [{ terms: { flags: anyFlag } }] : []),
    ...(origins.length > 0 ? [anyOf(origins)] : []),
  ]
}

function latest(since: number | undefined): Query {
  const byTime = since === undefined ? [] : [{ range: { published: { gt: since } } }]
  return anyOf([{ term: { flags: 'latest' } }, ...byTime])
}

function anyOf(should: readonly Query[]): Query {
  return { bool: { should, minimum_should_match: 1 } }
}

function best(queries: readonly Query[]): Query {
  return { dis_max: { queries } }
}

function scored(filter: Query, boost: number): Query {
  return { constant_score: { filter, boost } }
}
