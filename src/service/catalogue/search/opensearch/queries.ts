/** Queries in OpenSearch's DSL. Scores are constants, so that only the kind of a match ranks it. */
import { removeSpaces } from '../names.ts'
import type { ParsedQuery, QueryWords } from '../parsed-query.ts'
import type { Facet, TitleQuery } from '../search-engine.ts'
import { splitTrigrams } from '../trigrams.ts'
import type { IndexKind } from './documents.ts'
import { soundKey } from './sound-key.ts'

export type Query = Record<string, unknown>
export type Search = { kind: IndexKind; query: Query; filter?: readonly Query[]; limit: number }

/** Minimum length of corrected words; only longer ones may have two errors, as in spelling.ts. */
const CORRECTED_LENGTH = 4
const TWO_ERRORS_LENGTH = 8
/** Maximum number of trigrams in a query, since OpenSearch allows 1,024 clauses. */
const TRIGRAMS_MAX = 100
const SHARED_TRIGRAMS = '30%'

/** Returns the body of a search: the best hits first, without counting all matches. */
export function searchBody({ kind, query, filter = [], limit }: Search): Query {
  return {
    size: limit,
    track_total_hits: false,
    _source: ['text', 'type', 'order'],
    query: { bool: { must: [query], filter } },
    sort: [{ _score: 'desc' }, { order: 'asc' }, { key: kind === 'titles' ? 'desc' : 'asc' }],
  }
}

/**
 * Returns a query for exact names, then names with this prefix, then names with such words. Null for a text without
 * letters.
 */
export function namesQuery({ text, words }: QueryWords, by?: 'start' | 'name'): Query | null {
  if (text === '') return null
  const name = removeSpaces(text)
  const inWords = { bool: { filter: words.map(word => ({ prefix: { words: word } })) } }
  return best([
    scored({ term: { names: name } }, 3),
    scored({ prefix: { names: name } }, 2),
    ...(by === 'start' ? [] : [scored(inWords, 1)]),
  ])
}

/** Returns a query for exact names, then names with all these words. */
export function wholeWordsQuery({ text, words }: QueryWords): Query | null {
  if (text === '') return null
  const inWords = { bool: { filter: words.map(word => ({ term: { words: word } })) } }
  return best([scored({ term: { names: removeSpaces(text) } }, 2), scored(inWords, 1)])
}

/** Returns a query for names with some of the words, or words that start with them: those with the most first. */
export function someWordsQuery(
  { words }: QueryWords,
  { isWhole }: { isWhole: boolean },
): Query | null {
  if (words.length === 0) return null
  const kind = isWhole ? 'term' : 'prefix'
  return anyOf(words.map(word => scored({ [kind]: { words: word } }, 1)))
}

/** Returns a query for everything, in index order. */
export function everythingQuery(): Query {
  return scored({ match_all: {} }, 1)
}

/** Returns a query for names with words close to those of the query; null if no word is long enough. */
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

/** Returns a query for names that share trigrams with the text, most shared first. */
export function similarQuery({ text, words }: QueryWords): Query {
  const trigrams = new Set([...words, removeSpaces(text)].flatMap(word => [...splitTrigrams(word)]))
  const should = [...trigrams]
    .slice(0, TRIGRAMS_MAX)
    .map(trigram => scored({ term: { trigrams: trigram } }, 1))
  return { bool: { should, minimum_should_match: SHARED_TRIGRAMS } }
}

/** Returns a query for Persian names that Latin letters may spell; null if the text cannot be Persian. */
export function latinQuery({ text, words, isLatin }: ParsedQuery): Query | null {
  const name = soundKey(removeSpaces(text))
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

/** Returns the conditions of a title query. */
export function titleFilters(filter: TitleQuery['filter']): Query[] {
  const { types = [], flags = [], anyFlag = [], categoryIds = [], countries = [] } = filter
  const { facets = [] } = filter
  const { maxAge = null, latestSince } = filter
  const origins = [
    ...(categoryIds.length > 0 ? [{ terms: { categories: categoryIds } }] : []),
    ...(countries.length > 0 ? [{ terms: { countries } }] : []),
  ]
  return [
    ...(types.length > 0 ? [{ terms: { type: types } }] : []),
    // Unrated titles have no age and are above every age limit.
    ...(maxAge === null ? [] : [{ range: { age: { lte: maxAge } } }]),
    ...flags.map(flag => (flag === 'latest' ? latest(latestSince) : { term: { flags: flag } })),
    ...(anyFlag.length > 0 ? [{ terms: { flags: anyFlag } }] : []),
    ...(origins.length > 0 ? [anyOf(origins)] : []),
    ...facets.map(facetQuery),
  ]
}

function facetQuery(facet: Facet): Query {
  const { types, categoryIds, countries, mainCountry, flags, publishedAfter, years, ids } = facet
  const met = anyOf([
    ...(types ? [{ terms: { type: types } }] : []),
    ...(categoryIds ? [{ terms: { categories: categoryIds } }] : []),
    ...(countries ? [{ terms: { countries } }] : []),
    ...(mainCountry ? [{ term: { main_country: mainCountry } }] : []),
    ...(flags ? [{ terms: { flags } }] : []),
    ...(publishedAfter === undefined ? [] : [{ range: { published: { gt: publishedAfter } } }]),
    ...(years ? [{ range: { year: { gte: years.from, lte: years.to } } }] : []),
    ...(ids ? [{ terms: { key: ids } }] : []),
  ])
  return facet.isExcluded ? { bool: { must_not: [met] } } : met
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
