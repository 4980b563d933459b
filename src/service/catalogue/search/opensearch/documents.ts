/** Indexes on an OpenSearch server: their mappings and documents. A change of either requires a new SCHEMA_VERSION. */
import type { ArtistRow, TitleRow } from '../catalogue-changes.ts'
import { entryNames, removeSpaces } from '../names.ts'
import { splitTrigrams } from '../trigrams.ts'
import { soundKey } from './sound-key.ts'

/** Part of the index names, so that nodes of two releases use separate indexes. */
export const SCHEMA_VERSION = 3

/** Limits in letters of the word prefixes that are checked for typing errors. */
const START_LENGTHS = { min: 3, max: 16 }

const keyword = { type: 'keyword' } as const
const NAME_FIELDS = {
  /** Normalised names, one per line. */
  text: { type: 'keyword', index: false, doc_values: false },
  /** Names without spaces. */
  names: keyword,
  words: keyword,
  /** Prefixes of words. */
  starts: keyword,
  trigrams: keyword,
  /** Names and words reduced by sound-key.ts. */
  sounds: keyword,
  word_sounds: keyword,
  /** Order of equally good matches, the lowest first. */
  order: { type: 'long', index: false },
  /** Id, for filtering and sorting. */
  key: keyword,
} as const
const TITLE_FIELDS = {
  type: keyword,
  age: { type: 'short' },
  /** Publication time in ms since 1970. */
  published: { type: 'long' },
  /** Gregorian year. */
  year: { type: 'short' },
  flags: keyword,
  categories: keyword,
  countries: keyword,
  /** The first of the countries. */
  main_country: keyword,
} as const

export type IndexKind = 'titles' | 'artists'
export const INDEX_KINDS: readonly IndexKind[] = ['titles', 'artists']

/** Returns the body that creates an index. Written documents become visible only after an explicit refresh. */
export function indexBody(kind: IndexKind): object {
  const properties = kind === 'titles' ? { ...NAME_FIELDS, ...TITLE_FIELDS } : NAME_FIELDS
  return {
    settings: { number_of_shards: 1, auto_expand_replicas: '0-1', refresh_interval: '-1' },
    mappings: {
      dynamic: 'strict',
      _source: { includes: ['text', 'type', 'order'] },
      properties,
    },
  }
}

export function titleDocument(row: TitleRow): object {
  const { ageLimit, publishedAt, rank, type, year } = row
  const countries = wordsOf(row.countries)
  return {
    ...nameFields(row, -rank),
    type,
    ...(ageLimit === null ? {} : { age: ageLimit }),
    published: Math.round(publishedAt),
    ...(year === null ? {} : { year }),
    flags: wordsOf(row.flags),
    categories: wordsOf(row.categoryIds),
    countries,
    ...(countries[0] ? { main_country: countries[0] } : {}),
  }
}

/** Among equally good matches, the shorter name comes first. */
export function artistDocument(row: ArtistRow): object {
  return nameFields(row, row.text.length)
}

function nameFields({ id, text }: ArtistRow, order: number): object {
  const all = entryNames(text)
  const names = unique(all.map(removeSpaces))
  const words = unique(all.flatMap(wordsOf))
  return {
    text,
    names,
    words,
    starts: unique(words.flatMap(startsOf)),
    trigrams: unique([...words, ...names].flatMap(word => [...splitTrigrams(word)])),
    sounds: unique(names.map(soundKey)),
    word_sounds: unique(words.map(soundKey)),
    order,
    key: id,
  }
}

function startsOf(word: string): string[] {
  const longest = Math.min(word.length, START_LENGTHS.max)
  const count = Math.max(0, longest - START_LENGTHS.min + 1)
  return Array.from({ length: count }, (_, at) => word.slice(0, START_LENGTHS.min + at))
}

function wordsOf(text: string): string[] {
  return text.split(' ').filter(Boolean)
}

function unique(texts: readonly string[]): string[] {
  return [...new Set(texts)].filter(Boolean)
}
