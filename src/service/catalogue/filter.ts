/** From the words of a listing's address to conditions on titles. */
import { and, inArray, type SQL, sql } from 'drizzle-orm'
import { FLAGS, type Flag } from '#src/contract/content.ts'
import { TYPE_FILTERS } from '#src/contract/limits.ts'
import { listedWithinAge } from '../access/age-rating.ts'
import { contents, listed } from '../db/schema/contents.ts'
import type { Deps } from '../deps.ts'
import { LATEST_DAYS } from './card.ts'
import { allCategories, findCategory } from './categories.ts'

export type Filter = {
  types?: readonly string[]
  /** Ids or keys of categories, or country codes; a title has one of them. */
  categories?: readonly string[]
  /** A title has all of them. */
  flags?: readonly string[]
  maxAge: number | null
}

/** What a listed title is to have; an empty list asks for nothing. */
export type TitleFilter = {
  /** One of them. */
  types: readonly string[]
  /** All of them; `latest` also by the publication time. */
  flags: readonly Flag[]
  /** One of these or of the countries. */
  categoryIds: readonly string[]
  countries: readonly string[]
  maxAge: number | null
  /** What was published after it is `latest`; in ms since 1970, a whole day. */
  latestSince: number
}
/**
 * Conditions in one canonical form: `where` for the database, `filter` the same for a search engine; `key` is the same for filters that
 * mean the same, and for a day.
 */
export type Conditions = { where: SQL; filter: TitleFilter; key: string }

/** Null when nothing can match. */
export async function conditionsOf(deps: Deps, filter: Filter): Promise<Conditions | null> {
  const types = known(filter.types, TYPE_FILTERS)
  const flags = known(filter.flags, FLAGS)
  const origins = await originsOf(deps, filter.categories)
  if (types === null || flags === null || origins === null) return null
  const since = latestSince(deps.now())
  const conditions = [
    listed(contents),
    ...(types.length > 0 ? [inArray(contents.type, types)] : []),
    ...flags.map(flag => flagCondition(flag, since)),
    ...(origins.all.length > 0 ? [inOrigins(origins)] : []),
    listedWithinAge(filter.maxAge),
  ]
  const { ids: categoryIds, countries } = origins
  const { maxAge } = filter
  const asked = { types, flags, categoryIds, countries, maxAge, latestSince: Date.parse(since) }
  const key = JSON.stringify([types, flags, origins.all, filter.maxAge, since])
  return { where: and(...conditions) as SQL, filter: asked, key }
}

/** What is asked for and exists, sorted; null when something was asked for and none of it exists. */
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

/** To the day, so that the condition stays the same for a day. */
function latestSince(now: Date): string {
  return new Date(Math.floor(now.getTime() / 86_400_000 - LATEST_DAYS) * 86_400_000).toISOString()
}
