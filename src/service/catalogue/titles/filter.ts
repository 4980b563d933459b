/** Converts the words in a listing's URL to conditions on titles. */
import { and, inArray, type SQL, sql } from 'drizzle-orm'
import { FLAGS, type Flag } from '#src/contract/content.ts'
import { TYPE_FILTERS } from '#src/contract/limits.ts'
import { DAY_MS } from '#src/lib/text/milliseconds.ts'
import { isListedWithinAge } from '../../accounts/access/age-rating.ts'
import { contents, isListedTitle } from '../../platform/db/schema/contents.ts'
import type { Deps } from '../../platform/deps.ts'
import { LATEST_DAYS } from './card.ts'
import { allCategories, findCategory } from './categories.ts'

export type Filter = {
  types?: readonly string[]
  /** Ids or keys of categories, or country codes; a title must have one of them. */
  categories?: readonly string[]
  /** A title must have all of them. */
  flags?: readonly string[]
  maxAge: number | null
}

/** Conditions on a listed title; an empty list is no condition. */
export type TitleFilter = {
  /** A title must have one of them. */
  types: readonly string[]
  /** A title must have all of them; `latest` also applies by publication time. */
  flags: readonly Flag[]
  /** A title must have one of these or of the countries. */
  categoryIds: readonly string[]
  countries: readonly string[]
  maxAge: number | null
  /** Titles published after this time are `latest`; in ms since 1970, rounded to a day. */
  latestSince: number
}
/**
 * Conditions in one canonical form: `where` for the database, `filter` for a search engine. `key` is equal for
 * equivalent filters, and stays the same for a day.
 */
export type Conditions = { where: SQL; filter: TitleFilter; key: string }

/** Returns the conditions; null if nothing can match. */
export async function listingConditions(deps: Deps, filter: Filter): Promise<Conditions | null> {
  const types = known(filter.types, TYPE_FILTERS)
  const flags = known(filter.flags, FLAGS)
  const origins = await originsOf(deps, filter.categories)
  if (types === null || flags === null || origins === null) return null
  const since = new Date(latestSince(deps.now())).toISOString()
  const conditions = [
    isListedTitle(contents),
    ...(types.length > 0 ? [inArray(contents.type, types)] : []),
    ...flags.map(flag => flagCondition(flag, since)),
    ...(origins.all.length > 0 ? [inOrigins(origins)] : []),
    isListedWithinAge(filter.maxAge),
  ]
  const { ids: categoryIds, countries } = origins
  const { maxAge } = filter
  const asked = { types, flags, categoryIds, countries, maxAge, latestSince: Date.parse(since) }
  const key = JSON.stringify([types, flags, origins.all, filter.maxAge, since])
  return { where: and(...conditions) as SQL, filter: asked, key }
}

/** Returns the requested words that exist, sorted; null if words were requested and none exists. */
function known<Word extends string>(
  asked: readonly string[] | undefined,
  words: readonly Word[],
): Word[] | null {
  if (!asked || asked.length === 0) return []
  const found = words.filter(word => asked.includes(word))
  return found.length > 0 ? found : null
}

type Origins = { ids: string[]; countries: string[]; all: string[] }

async function originsOf(
  deps: Deps,
  asked: readonly string[] | undefined,
): Promise<Origins | null> {
  if (!asked || asked.length === 0) return { ids: [], countries: [], all: [] }
  const rows = await allCategories(deps)
  const ids = new Set<string>()
  const countries = new Set<string>()
  for (const name of asked) {
    const row = findCategory(rows, name)
    if (row) ids.add(row.id)
    else if (/^[a-z]{2}$/i.test(name)) countries.add(name.toUpperCase())
  }
  const all = [...ids, ...countries].sort()
  return all.length > 0 ? { ids: [...ids].sort(), countries: [...countries].sort(), all } : null
}

function inOrigins({ ids, countries }: Origins): SQL {
  const category = sql`${contents.categoryIds} && ${sql.param(ids)}::text[]`
  const country = sql`${contents.countries} && ${sql.param(countries)}::text[]`
  if (countries.length === 0) return category
  return ids.length === 0 ? country : sql`(${category} or ${country})`
}

function flagCondition(flag: Flag, since: string): SQL {
  const has = sql`${contents.flags} @> ${sql.param([flag])}::text[]`
  if (flag !== 'latest') return has
  return sql`(${has} or ${contents.publishedAt} > ${since}::timestamptz)`
}

/**
 * Returns the time after which titles are new, in ms since 1970; rounded to the day, so that the condition stays the
 * same for a day.
 */
export function latestSince(now: Date): number {
  return Math.floor(now.getTime() / DAY_MS - LATEST_DAYS) * DAY_MS
}
