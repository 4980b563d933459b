/** What the index in memory stores of a title for filters, and the filter that reads it. */
import { ContentType } from '#src/contract/content.ts'
import type { Accepts } from './name-view.ts'
import type { TitleQuery } from './search-engine.ts'
import type { IndexEntry, Segment } from './segment.ts'

export type TitleFields = {
  type: string
  ageLimit: number | null
  /** In ms since 1970. */
  publishedAt: number
  flags: readonly string[]
  categoryIds: readonly string[]
  countries: readonly string[]
}
type Stored = Pick<IndexEntry, 'values' | 'tags'>
export type TagNumbers = {
  /** Adds an unknown one. */
  numberOf: (tag: string) => number
  /** -1 for an unknown one. */
  find: (tag: string) => number
}

const TYPES: readonly string[] = ContentType.options
const [FLAG, CATEGORY, COUNTRY] = ['f', 'c', 'n']
/** Of type, age and publication time. */
const VALUES = 3
const NO_AGE = -1
const MINUTE_MS = 60_000

/** Few flags, categories and countries in many titles. */
export function createTagNumbers(): TagNumbers {
  const numbers = new Map<string, number>()
  return {
    find: tag => numbers.get(tag) ?? -1,
    numberOf: tag => {
      const known = numbers.get(tag)
      if (known !== undefined) return known
      numbers.set(tag, numbers.size)
      return numbers.size - 1
    },
  }
}

export function storedFields(title: TitleFields, { numberOf }: TagNumbers): Stored {
  const { type, ageLimit, publishedAt, flags, categoryIds, countries } = title
  const tags = [
    ...flags.map(flag => FLAG + flag),
    ...categoryIds.map(id => CATEGORY + id),
    ...countries.map(code => COUNTRY + code),
  ]
  return {
    // Rounded up, so that “after a day's beginning” stays true.
    values: [TYPES.indexOf(type), ageLimit ?? NO_AGE, Math.ceil(publishedAt / MINUTE_MS)],
    tags: tags.map(numberOf),
  }
}

export function typeAt({ values }: Segment, doc: number): ContentType {
  return TYPES[values[doc * VALUES] as number] as ContentType
}

export function acceptsOf(filter: TitleQuery['filter'], { find }: TagNumbers): Accepts {
  const { maxAge = null, latestSince = Number.POSITIVE_INFINITY } = filter
  const types = (filter.types ?? []).map(type => TYPES.indexOf(type))
  const asksLatest = filter.flags?.includes('latest') ?? false
  const latest = find(`${FLAG}latest`)
  const flags = (filter.flags ?? [])
    .filter(flag => flag !== 'latest')
    .map(flag => find(FLAG + flag))
  const anyFlag = (filter.anyFlag ?? []).map(flag => find(FLAG + flag))
  const origins = [
    ...(filter.categoryIds ?? []).map(id => find(CATEGORY + id)),
    ...(filter.countries ?? []).map(code => find(COUNTRY + code)),
  ]
  const isAnyOrigin = (filter.categoryIds ?? []).length + (filter.countries ?? []).length === 0
  const sinceMinute = latestSince / MINUTE_MS
  return (segment, doc) => {
    const at = doc * VALUES
    const { values } = segment
    if (types.length > 0 && !types.includes(values[at] as number)) return false
    const age = values[at + 1] as number
    if (maxAge !== null && (age === NO_AGE || age > maxAge)) return false
    const isLatest = () => (values[at + 2] as number) > sinceMinute || hasTag(segment, doc, latest)
    if (asksLatest && !isLatest()) return false
    return (
      flags.every(flag => hasTag(segment, doc, flag)) &&
      (anyFlag.length === 0 || anyFlag.some(flag => hasTag(segment, doc, flag))) &&
      (isAnyOrigin || origins.some(tag => hasTag(segment, doc, tag)))
    )
  }
}

function hasTag({ tagStarts, tags }: Segment, doc: number, tag: number): boolean {
  for (let at = tagStarts[doc] as number; at < (tagStarts[doc + 1] as number); at++)
    if (tags[at] === tag) return true
  return false
}
