/** Values of a title that the in-memory index stores for filters, and the filter that reads them. */
import { ContentType } from '#src/contract/content.ts'
import { MINUTE_MS } from '#src/lib/text/milliseconds.ts'
import type { Accepts } from './name-view.ts'
import type { Facet, TitleQuery } from './search-engine.ts'
import { findDoc, type IndexEntry, type Segment } from './segment.ts'

type TitleFields = {
  type: string
  ageLimit: number | null
  /** Publication time in ms since 1970. */
  publishedAt: number
  /** Gregorian year. */
  year: number | null
  flags: readonly string[]
  categoryIds: readonly string[]
  countries: readonly string[]
}
type Stored = Pick<IndexEntry, 'values' | 'tags'>
export type TagNumbers = {
  /** Returns the number of a tag; adds an unknown one. */
  numberOf: (tag: string) => number
  /** Returns the number of a tag; -1 for an unknown one. */
  find: (tag: string) => number
}

const TYPES: readonly string[] = ContentType.options
const [FLAG, CATEGORY, COUNTRY, MAIN_COUNTRY] = ['f', 'c', 'n', 'm']
/** Number of values: type, age, publication time and year. */
const VALUES = 4
const NO_AGE = -1
const NO_YEAR = 0

/** Numbers tags: many titles share few flags, categories and countries. */
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
  const { type, ageLimit, publishedAt, year, flags, categoryIds, countries } = title
  const tags = [
    ...flags.map(flag => FLAG + flag),
    ...categoryIds.map(id => CATEGORY + id),
    ...countries.map(code => COUNTRY + code),
    ...countries.slice(0, 1).map(code => MAIN_COUNTRY + code),
  ]
  return {
    values: [
      TYPES.indexOf(type),
      ageLimit ?? NO_AGE,
      // Rounded up, so that “after the beginning of a day” stays true.
      Math.ceil(publishedAt / MINUTE_MS),
      year ?? NO_YEAR,
    ],
    tags: tags.map(numberOf),
  }
}

export function typeAt({ values }: Segment, doc: number): ContentType {
  return TYPES[values[doc * VALUES] as number] as ContentType
}

export function createFilter(filter: TitleQuery['filter'], tagNumbers: TagNumbers): Accepts {
  const { find } = tagNumbers
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
  const facets = (filter.facets ?? []).map(facet => createFacet(facet, tagNumbers))
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
      (isAnyOrigin || origins.some(tag => hasTag(segment, doc, tag))) &&
      facets.every(meets => meets(segment, doc))
    )
  }
}

function createFacet(facet: Facet, { find }: TagNumbers): Accepts {
  const types = (facet.types ?? []).map(type => TYPES.indexOf(type))
  const tags = [
    ...(facet.flags ?? []).map(flag => find(FLAG + flag)),
    ...(facet.categoryIds ?? []).map(id => find(CATEGORY + id)),
    ...(facet.countries ?? []).map(code => find(COUNTRY + code)),
    ...(facet.mainCountry ? [find(MAIN_COUNTRY + facet.mainCountry)] : []),
  ]
  const { publishedAfter = Number.POSITIVE_INFINITY, years, ids = [], isExcluded = false } = facet
  const afterMinute = publishedAfter / MINUTE_MS
  const bytes = ids.map(id => Buffer.from(id, 'latin1'))
  const docsOf = new Map<Segment, Set<number>>()
  const hasId = (segment: Segment, doc: number) => {
    const docs = docsOf.get(segment) ?? new Set(bytes.map(id => findDoc(segment, id)))
    docsOf.set(segment, docs)
    return docs.has(doc)
  }
  return (segment, doc) => {
    const { values } = segment
    const at = doc * VALUES
    const year = values[at + 3] as number
    const isMet =
      types.includes(values[at] as number) ||
      tags.some(tag => hasTag(segment, doc, tag)) ||
      (values[at + 2] as number) > afterMinute ||
      (years !== undefined && year >= years.from && year <= years.to) ||
      (ids.length > 0 && hasId(segment, doc))
    return isMet !== isExcluded
  }
}

function hasTag({ tagStarts, tags }: Segment, doc: number, tag: number): boolean {
  for (let at = tagStarts[doc] as number; at < (tagStarts[doc + 1] as number); at++)
    if (tags[at] === tag) return true
  return false
}
