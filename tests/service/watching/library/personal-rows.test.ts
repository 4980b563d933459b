import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listPersonalRows } from '#src/contract/endpoints/library.ts'
import { contents } from '#src/service/platform/db/schema/contents.ts'
import { personalRows } from '#src/service/platform/db/schema/library.ts'
import { watchProgress } from '#src/service/platform/db/schema/player.ts'
import { profiles } from '#src/service/platform/db/schema/profiles.ts'
import { computePersonalRows } from '#src/service/watching/library/compute-personal-rows.ts'
import { watchingRetention } from '#src/service/watching/stored-data.ts'
import { apiErrorOf } from '#tests/support/api-errors.ts'
import { aFilm, aSeries, importRecords } from '#tests/support/imported-titles.ts'
import { aKid, aUser, type Person } from '#tests/support/people.ts'
import { startTestService, type TestService } from '#tests/support/service.ts'
import { contentId, watches } from '#tests/support/watch-history.ts'

const DRAMAS = ['d1', 'd2', 'd3', 'd4']

let service: TestService
beforeAll(async () => {
  service = await startTestService()
  await importRecords(service, [
    aFilm({ external_id: 'film', genres: ['drama'], age_label: 0 }),
    ...DRAMAS.map(name => aFilm({ external_id: name, genres: ['drama'], age_label: 0 })),
    aFilm({ external_id: 'grown', genres: ['drama'], age_label: 18 }),
    aFilm({ external_id: 'laugh', genres: ['comedy'], age_label: 0 }),
    aSeries({ external_id: 'show', genres: ['war'], age_label: 0, episodes: [3] }),
    aSeries({ external_id: 'still', genres: ['war'], age_label: 0, episodes: [2] }),
  ])
  const old = new Date(service.deps.now().getTime() - 86_400_000)
  await service.deps.db.update(contents).set({ publishedAt: old })
}, 180_000)
afterAll(() => service.stop())

const ids = (names: readonly string[]) => Promise.all(names.map(name => contentId(service, name)))
const stored = ({ profileId }: Person) =>
  service.deps.db
    .select()
    .from(personalRows)
    .where(eq(personalRows.profileId, profileId))
    .orderBy(personalRows.position)
const shown = async ({ api }: Person) => (await api(listPersonalRows)).rows

async function publishes(externalId: string): Promise<void> {
  service.clock.advance({ minutes: 1 })
  await service.deps.db
    .update(contents)
    .set({ publishedAt: service.deps.now() })
    .where(eq(contents.externalId, externalId))
}

test('a row has titles similar to a watched one, but not the watched one', async () => {
  const person = await aUser(service)
  await watches(service, person, 'd1', { seconds: 6_000, finished: true })
  await watches(service, person, 'film', { seconds: 100 })
  expect(await shown(person)).toEqual([])
  await computePersonalRows(service.deps)
  const [row] = await shown(person)
  const [film, ...unseen] = await ids(['film', 'd2', 'd3', 'd4', 'grown'])
  expect([row?.kind, row?.reason]).toEqual([
    'because',
    { id: film, title: 'فیلم film', is_audio_book: false },
  ])
  expect(row?.items.map(({ id }) => id).sort()).toEqual(unseen.sort())
  await watches(service, person, 'd2', { seconds: 10 })
  const [later] = await shown(person)
  expect(later?.items.map(({ id }) => id)).not.toContain(await contentId(service, 'd2'))
  expect(later?.items).toHaveLength(3)
})

test('a title is a reason after 60 seconds or 5% of it, and after its position was removed', async () => {
  const reasonsOf = async (person: Person) => {
    await computePersonalRows(service.deps)
    return (await stored(person)).length
  }
  for (const [watched, rows] of [
    [{ seconds: 59 }, 0],
    [{ seconds: 60 }, 1],
    [{ seconds: 29, of: 600 }, 0],
    [{ seconds: 30, of: 600 }, 1],
    [{ seconds: 0, finished: true }, 1],
  ] as const) {
    const person = await aUser(service)
    await watches(service, person, 'film', watched)
    expect(await reasonsOf(person), JSON.stringify(watched)).toBe(rows)
  }
  const person = await aUser(service)
  await watches(service, person, 'film', { seconds: 5 })
  await service.deps.db.delete(watchProgress).where(eq(watchProgress.profileId, person.profileId))
  expect(await reasonsOf(person)).toBe(1)
})

test('an audio book was listened to', async () => {
  const person = await aUser(service)
  await service.deps.db
    .update(contents)
    .set({ flags: ['audio_book'] })
    .where(eq(contents.externalId, 'd4'))
  await watches(service, person, 'd4', { seconds: 600 })
  await computePersonalRows(service.deps)
  const [row] = await shown(person)
  expect(row?.reason?.is_audio_book).toBe(true)
  await service.deps.db.update(contents).set({ flags: [] }).where(eq(contents.externalId, 'd4'))
})

test('series have a row if a new episode appeared after they were last watched', async () => {
  const person = await aUser(service)
  await watches(service, person, 'still-1-1', { seconds: 100 })
  await watches(service, person, 'show-1-1', { seconds: 6_000, finished: true })
  await computePersonalRows(service.deps)
  expect((await shown(person)).map(({ kind }) => kind)).not.toContain('new_episodes')
  await publishes('show-1-3')
  await computePersonalRows(service.deps)
  const [row] = await shown(person)
  expect([row?.kind, row?.reason]).toEqual(['new_episodes', null])
  expect(row?.items.map(({ id }) => id)).toEqual(await ids(['show']))
  await watches(service, person, 'show-1-3', { seconds: 10 })
  expect((await shown(person)).map(({ kind }) => kind)).not.toContain('new_episodes')
})

test('a child gets titles for its age, also if its age was changed meanwhile', async () => {
  const kid = await aKid(service, 'under_7')
  await watches(service, kid, 'film', { seconds: 100 })
  await computePersonalRows(service.deps)
  const [row] = await shown(kid)
  const grown = await contentId(service, 'grown')
  expect(row?.items).toHaveLength(DRAMAS.length)
  expect((await stored(kid)).flatMap(({ contentIds }) => contentIds)).not.toContain(grown)
  await service.deps.db
    .update(personalRows)
    .set({ contentIds: sql`array_append(content_ids, ${grown})` })
    .where(eq(personalRows.profileId, kid.profileId))
  expect((await shown(kid)).flatMap(({ items }) => items.map(({ id }) => id))).not.toContain(grown)
})

test('the job writes the same rows if it runs again or twice at once', async () => {
  const person = await aUser(service)
  await watches(service, person, 'film', { seconds: 100 })
  await computePersonalRows(service.deps)
  const before = await stored(person)
  expect(before).toHaveLength(1)
  await Promise.all([computePersonalRows(service.deps), computePersonalRows(service.deps)])
  expect(await stored(person)).toEqual(before)
})

test('a profile that watched nothing, or nothing recently, has no rows', async () => {
  const [idle, away] = [await aUser(service), await aUser(service)]
  expect(await shown(idle)).toEqual([])
  await watches(service, away, 'film', { seconds: 100 })
  service.clock.advance({ days: 40 })
  await computePersonalRows(service.deps)
  expect([await stored(idle), await stored(away)]).toEqual([[], []])
})

test('the rows are deleted with their profile, and after their time', async () => {
  const kid = await aKid(service, 'under_12')
  await watches(service, kid, 'film', { seconds: 100 })
  await computePersonalRows(service.deps)
  expect(await stored(kid)).toHaveLength(1)
  await service.deps.db.delete(profiles).where(eq(profiles.id, kid.profileId))
  expect(await stored(kid)).toEqual([])
  const rule = watchingRetention.find(({ table }) => table === personalRows)
  expect(rule).toMatchObject({ expiries: [{ from: personalRows.computedAt, after: { days: 14 } }] })
})

test('a visitor without a profile gets no rows', async () => {
  await expect(apiErrorOf(service.api(listPersonalRows))).resolves.toMatchObject({ status: 401 })
})
