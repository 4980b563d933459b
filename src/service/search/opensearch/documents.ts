/** The indexes at an OpenSearch server: their mappings and documents. A change of either is a new SCHEMA_VERSION. */
import type { ArtistRow, TitleRow } from '../catalogue-changes.ts'
import { namesOf, spaceless } from '../names.ts'
import { trigramsOf } from '../trigrams.ts'
import { soundKey } from './sound-key.ts'

/** A part of the names of indexes: nodes of two releases each have their own. */
export const SCHEMA_VERSION = 1

/** Bounds of the beginnings of words that typing errors are looked for in, in letters. */
const START_LENGTHS = { min: 3, max: 16 }

const keyword = { type: 'keyword' } as const
const NAME_FIELDS = {
  /** Normalised names, one per line. */
  text: { type: 'keyword', index: false, doc_values: false },
  /** Names without spaces. */
  names: keyword,
  words: keyword,
  /** Beginnings of words. */
  starts: keyword,
  trigrams: keyword,
  /** Names and words as sound-key.ts reduces them. */
  sounds: keyword,
  word_sounds: keyword,
  /** The order of equally good matches, lowest first. */
  order: { type: 'long', index: false },
  /** The id, to filter and sort by. */
  key: keyword,
} as const
const TITLE_FIELDS = {
  type: keyword,
  age: { type: 'short' },
  /** In ms since 1970. */
  published: { type: 'long' },
  flags: keyword,
  categories: keyword,
  countries: keyword,
} as const

export type IndexKind = 'titles' | 'artists'
export const KINDS: readonly IndexKind[] = ['titles', 'artists']

/** The body that creates an index. What is written becomes visible by an explicit refresh alone. */
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
  const { ageLimit, publishedAt, rank, type } = row
  return {
    ...nameFields(row, -rank),
    type,
    ...(ageLimit === null ? {} : { age: ageLimit }),
    published: Math.round(publishedAt),
    flags: wordsOf(row.flags),
    categories: wordsOf(row.categoryIds),
    countries: wordsOf(row.countries),
  }
}

/** Of equally good matches the shorter name comes first. */
export function artistDocument(row: ArtistRow): object {
  return nameFields(row, row.text.length)
}

function nameFields({ id, text }: ArtistRow, order: number): object {
  const all = namesOf(text)
  const names = unique(all.map(spaceless))
  const words = unique(all.flatMap(wordsOf))
  return {
    text,
    names,
    words,
    starts: unique(words.flatMap(startsOf)),
    trigrams: unique([...words, ...names].flatMap(word => [...trigramsOf(word)])),
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
