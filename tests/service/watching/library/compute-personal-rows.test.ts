import { eq, inArray, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { getContent } from '#src/contract/endpoints/content.ts'
import { listPersonalRows } from '#src/contract/endpoints/library.ts'
import { getPlayback } from '#src/contract/endpoints/player.ts'
import { PERSONAL_ROWS } from '#src/contract/limits.ts'
import { personalRows } from '#src/service/platform/db/schema/library.ts'
import { watchHistory } from '#src/service/platform/db/schema/player.ts'
import { profiles } from '#src/service/platform/db/schema/profiles.ts'
import { users } from '#src/service/platform/db/schema/users.ts'
import { newId } from '#src/service/platform/ids.ts'
import { computePersonalRows } from '#src/service/watching/library/compute-personal-rows.ts'
import { registerLibraryJobs } from '#src/service/watching/library/library.jobs.ts'
import { TITLE_VIEWED } from '#src/service/watching/player/title-viewed.ts'
import { aFilm, importRecords } from '#tests/support/imported-titles.ts'
import { aMsisdn, aSubscriber, aUser, type Person } from '#tests/support/people.ts'
import { startTestService, type TestService } from '#tests/support/service.ts'
import { contentId, watches } from '#tests/support/watch-history.ts'

const BATCH = 100

let service: TestService
beforeAll(async () => {
  service = await startTestService()
  registerLibraryJobs(service.deps)
  const media = { stream: 'demo/landscape' }
  const names = ['film', 'd1', 'd2', 'd3', 'd4']
  const films = names.map(name => aFilm({ external_id: name, genres: ['drama'], media }))
  await importRecords(service, films)
}, 180_000)
afterAll(() => service.stop())
afterEach(async () => {
  await service.deps.db.delete(watchHistory)
})

async function withRows(ids: readonly string[]): Promise<number> {
  const rows = await service.deps.db
    .selectDistinct({ id: personalRows.profileId })
    .from(personalRows)
    .where(inArray(personalRows.profileId, [...ids]))
  return rows.length
}

/** A run that is aborted after the first batch. */
function abortedSoon(): AbortSignal {
  let reads = 0
  return Object.defineProperty(new AbortController().signal, 'aborted', { get: () => reads++ > 0 })
}

async function viewers(count: number): Promise<string[]> {
  const { db, now } = service.deps
  const people = Array.from({ length: count }, () => ({ id: newId(), msisdn: aMsisdn() }))
  const common = { termsAcceptedAt: now(), createdAt: now() }
  await db.insert(users).values(people.map(person => ({ ...person, ...common })))
  const rows = people.map(({ id }) => ({ id: newId(), userId: id, slot: 1, name: 'x' }))
  const fields = { avatar: 'default-1', ageType: 'adult', isPrimary: true, createdAt: now() }
  await db.insert(profiles).values(rows.map(row => ({ ...row, ...fields }) as never))
  const at = { firstWatchedAt: now(), lastWatchedAt: now() }
  const film = await contentId(service, 'film')
  await db
    .insert(watchHistory)
    .values(rows.map(({ id }) => ({ profileId: id, contentId: film, ...at })))
  return rows.map(({ id }) => id)
}

test('a run that ends early is followed by one that resumes at the same profile', async () => {
  const ids = await viewers(BATCH + 20)
  await computePersonalRows(service.deps, abortedSoon())
  expect(await withRows(ids)).toBe(BATCH)
  await computePersonalRows(service.deps, abortedSoon())
  expect(await withRows(ids)).toBe(ids.length)
  await service.deps.db.delete(personalRows)
  await computePersonalRows(service.deps)
  expect(await withRows(ids)).toBe(ids.length)
})

test('a profile whose rows cannot be computed does not affect others, and the run fails', async () => {
  const ids = await viewers(BATCH + 5)
  const [broken = ''] = ids.sort()
  await service.deps.db.execute(sql`
    create function refuse() returns trigger language plpgsql as $$ begin
      if new.profile_id = ${sql.raw(`'${broken}'`)} then raise exception 'refused'; end if; return new;
    end $$`)
  await service.deps.db.execute(sql`
    create trigger refused before insert on personal_rows for each row execute function refuse()`)
  await expect(computePersonalRows(service.deps)).rejects.toThrow('could not be computed')
  expect(await withRows(ids)).toBe(ids.length - 1)
  expect(await withRows([broken])).toBe(0)
  await service.deps.db.execute(sql`drop trigger refused on personal_rows`)
})

test('a title that was started has a row a minute later, by one job however many are started', async () => {
  const person = await aSubscriber(service)
  const begins = async (name: string) => {
    const id = await contentId(service, name)
    const { video_files } = await person.api(getContent, { params: { short_id: id } })
    const file = video_files.primary?.video_file_id ?? ''
    await person.api(getPlayback, { params: { id: id, fileId: file, use: 'play' } })
  }
  await begins('film')
  await begins('film')
  await begins('d1')
  const dueAt = new Date(service.deps.now().getTime() + PERSONAL_ROWS.afterSeconds * 1_000)
  expect(service.jobs.queued.filter(({ name }) => name === TITLE_VIEWED)).toEqual([
    {
      name: TITLE_VIEWED,
      data: { profileId: person.profileId },
      singletonKey: person.profileId,
      startAfter: dueAt,
    },
  ])
  await service.jobs.runQueued(TITLE_VIEWED)
  const { rows } = await person.api(listPersonalRows)
  expect(rows[0]?.items.map(({ title }) => title).sort()).toEqual(
    ['d2', 'd3', 'd4'].map(name => `فیلم ${name}`),
  )
})

test('the job of one profile does not change the rows of others', async () => {
  const [one, other] = [await aUser(service), await aUser(service)] as [Person, Person]
  await watches(service, one, 'film', { seconds: 100 })
  await watches(service, other, 'film', { seconds: 100 })
  await service.jobs.run(TITLE_VIEWED, { profileId: one.profileId })
  expect([await withRows([one.profileId]), await withRows([other.profileId])]).toEqual([1, 0])
  await service.deps.db.delete(users).where(eq(users.id, one.user.id))
  await service.jobs.run(TITLE_VIEWED, { profileId: one.profileId })
})
