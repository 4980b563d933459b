/**
 * The titles shown when the search opens: first those that several users opened from it in recent days, then the most
 * visited ones.
 */
import { and, countDistinct, desc, eq, gt, gte, inArray } from 'drizzle-orm'
import type { ContentCard } from '#src/contract/content.ts'
import type { Language } from '#src/contract/fields.ts'
import { POPULAR_TITLES, TYPE_FILTERS } from '#src/contract/limits.ts'
import { DAY_MS } from '#src/lib/text/milliseconds.ts'
import { isListedWithinAge } from '../../accounts/access/age-rating.ts'
import { contents, isListedTitle } from '../../platform/db/schema/contents.ts'
import { profiles } from '../../platform/db/schema/profiles.ts'
import { searchClicks, searchQueries } from '../../platform/db/schema/search.ts'
import type { Deps } from '../../platform/deps.ts'
import { loadCards } from '../titles/card.queries.ts'
import { cachedPerVersion } from '../titles/catalogue-cache.ts'
import { listTitles } from '../titles/listing.ts'

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
 * Returns titles that users opened often. A user counts once per title, whatever the number of searches and profiles.
 * Visitors do not count, because they cannot be distinguished. Queried at most once a minute, the lifetime of the
 * catalogue cache.
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
          isListedTitle(contents),
          isListedWithinAge(maxAge),
        ),
      )
      .groupBy(contents.id)
      .having(gte(people, POPULAR_TITLES.people))
      .orderBy(desc(people), desc(contents.rank), contents.id)
      .limit(POPULAR_TITLES.shown)
    return rows.map(({ id }) => id)
  })
}
