/** What the search opens with: the titles that several people opened from it in the last days, then the most visited ones. */
import { and, countDistinct, desc, eq, gt, gte, inArray } from 'drizzle-orm'
import type { ContentCard } from '#src/contract/content.ts'
import type { Language } from '#src/contract/fields.ts'
import { POPULAR_TITLES, TYPE_FILTERS } from '#src/contract/limits.ts'
import { listedWithinAge } from '../access/age-rating.ts'
import { loadCards } from '../catalogue/card.queries.ts'
import { listTitles } from '../catalogue/listing.ts'
import { cachedPerVersion } from '../catalogue/version-cache.ts'
import { contents, listed } from '../db/schema/contents.ts'
import { profiles } from '../db/schema/profiles.ts'
import { searchClicks, searchQueries } from '../db/schema/search.ts'
import type { Deps } from '../deps.ts'

const DAY_MS = 86_400_000

export async function popularTitles(
  deps: Deps,
  language: Language,
  maxAge: number | null,
): Promise<ContentCard[]> {
  const { shown } = POPULAR_TITLES
  const opened = await openedOften(deps, maxAge)
  const visited = await listTitles(
    deps,
    { maxAge },
    'most_visited',
    { offset: 0, count: shown },
    language,
  )
  const ids = new Set([...opened, ...visited.items.map(({ id }) => id)])
  return (await loadCards(deps, [...ids], language, maxAge)).slice(0, shown)
}

/**
 * A user counts once for a title, whatever the number of searches and profiles; who is not signed in does not count, since nothing
 * tells whether two of them are one. Asked once a minute at most: the cache of the catalogue lasts no longer.
 */
function openedOften(deps: Deps, maxAge: number | null): Promise<string[]> {
  return cachedPerVersion(deps, `popular in search ${maxAge}`, async () => {
    const since = new Date(deps.now().getTime() - POPULAR_TITLES.days * DAY_MS)
    const people = countDistinct(profiles.userId)
    const rows = await deps.db
      .select({ id: contents.id })
      .from(searchQueries)
      .innerJoin(searchClicks, eq(searchClicks.queryId, searchQueries.id))
      .innerJoin(profiles, eq(profiles.id, searchClicks.profileId))
      .innerJoin(contents, eq(contents.id, searchClicks.contentId))
      .where(
        and(
          gt(searchQueries.createdAt, since),
          inArray(contents.type, [...TYPE_FILTERS]),
          listed(contents),
          listedWithinAge(maxAge),
        ),
      )
      .groupBy(contents.id)
      .having(gte(people, POPULAR_TITLES.people))
      .orderBy(desc(people), desc(contents.rank), contents.id)
      .limit(POPULAR_TITLES.shown)
    return rows.map(({ id }) => id)
  })
}
