import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { KID_AGES } from '#src/contract/limits.ts'
import { findAccessTitles } from '#src/service/accounts/access/access.queries.ts'
import {
  isAgeAllowed,
  isListedWithinAge,
  isWithinAge,
} from '#src/service/accounts/access/age-rating.ts'
import { INHERITED_FLAGS } from '#src/service/accounts/access/inherited.ts'
import { contents, isListedTitle } from '#src/service/platform/db/schema/contents.ts'
import { newId } from '#src/service/platform/ids.ts'
import { aContent } from '#tests/support/rows.ts'
import { startTestService, type TestService } from '#tests/support/service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())

const label = fc.constantFrom(null, 0, 3, 7, 12, 13, 15, 17, 18)
const own = fc.record({
  ageLimit: label,
  flags: fc.subarray([...INHERITED_FLAGS.filter(flag => flag !== 'content_has_ticket'), 'hd']),
})
const family = fc.record({ series: own, season: own, episode: own })

/** The strictest age rating of an episode and its parents; null if none is rated. */
function strictest(labels: ReadonlyArray<number | null>): number | null {
  const rated = labels.filter(each => each !== null)
  return rated.length > 0 ? Math.max(...rated) : null
}

test('an episode is as strict as the strictest title above it, in the database and in memory', async () => {
  const { deps } = service
  await fc.assert(
    fc.asyncProperty(family, async ({ series, season, episode }) => {
      const seriesId = await aContent(service.deps.db, { type: 'series', ...series })
      const seasonId = await aContent(service.deps.db, {
        type: 'season_of_series',
        seriesId,
        seasonNumber: 1,
        ...season,
      })
      const id = await aContent(service.deps.db, {
        type: 'episode',
        seriesId,
        seasonId,
        episodeNumber: 1,
        ...episode,
      })
      const facts = new Map(
        (await findAccessTitles(deps, [seriesId, seasonId, id])).map(title => [title.id, title]),
      )
      const above = [series, season, episode]
      expect(facts.get(seriesId)?.ageLimit).toBe(series.ageLimit)
      expect(facts.get(seasonId)?.ageLimit).toBe(strictest([series.ageLimit, season.ageLimit]))
      expect(facts.get(id)?.ageLimit).toBe(strictest(above.map(({ ageLimit }) => ageLimit)))
      const inherited = [...series.flags, ...season.flags].filter(flag => flag !== 'hd')
      const flags = [...new Set([...episode.flags, ...inherited])]
      expect(facts.get(id)?.flags.toSorted()).toEqual(flags.toSorted())
      for (const maxAge of [null, ...KID_AGES]) {
        const found = await deps.db
          .select({ id: contents.id })
          .from(contents)
          .where(
            sql`${contents.id} in ${[...facts.keys()]} and ${isWithinAge(maxAge) ?? sql`true`}`,
          )
        const inMemory = [...facts.values()].filter(({ ageLimit }) =>
          isAgeAllowed(ageLimit, maxAge),
        )
        expect(found.map(one => one.id).sort()).toEqual(inMemory.map(one => one.id).sort())
      }
    }),
    { numRuns: 40 },
  )
}, 180_000)

test('the shorter condition for listed titles selects the same titles', async () => {
  for (const ageLimit of [null, 0, 3, 7, 12, 13, 15, 17, 18])
    await aContent(service.deps.db, { id: newId(), ageLimit })
  for (const maxAge of [null, ...KID_AGES]) {
    const found = async (condition = sql`true`) => {
      const rows = await service.deps.db
        .select({ id: contents.id })
        .from(contents)
        .where(sql`${isListedTitle(contents)} and ${condition}`)
      return rows.map(({ id }) => id).sort()
    }
    expect(await found(isListedWithinAge(maxAge))).toEqual(await found(isWithinAge(maxAge)))
  }
})
