import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addComment } from '#src/contract/endpoints/content.ts'
import { getSelf } from '#src/contract/endpoints/session.ts'
import { seedPackages } from '#src/service/operations/demo/packages.ts'
import { eraseLateRows, erasePerson } from '#src/service/operations/people/erase.ts'
import { exportPerson } from '#src/service/operations/people/export.ts'
import { comments } from '#src/service/platform/db/schema/comments.ts'
import { contents } from '#src/service/platform/db/schema/contents.ts'
import { users } from '#src/service/platform/db/schema/users.ts'
import { aVictim, SECRET, type Victim } from '#tests/support/access/victim.ts'
import { apiErrorOf } from '#tests/support/api-errors.ts'
import { aFilm, importRecords } from '#tests/support/imported-titles.ts'
import { signIn } from '#tests/support/people.ts'
import { startTestService, type TestService } from '#tests/support/service.ts'

const COMMENT = 'یک دیدگاه با نام خودم'
const EMAIL = 'bahman@example.com'
/** Purchased titles of the demo carry the mark of the fixture, and stay. */
const TITLES = ['transactions', 'subscriptions']

let service: TestService
let person: Victim
let other: Victim
beforeAll(async () => {
  service = await startTestService()
  await importRecords(service, [aFilm({ external_id: 'film', media: { stream: 'films/film' } })])
  await seedPackages(service.deps)
  person = await aVictim(service, 'film')
  other = await aVictim(service, 'film')
  const [film] = await service.deps.db.select().from(contents).where(eq(contents.id, person.film))
  for (const { api } of [person, other])
    await api(addComment, { params: { id: film?.id ?? '' }, body: { text: COMMENT } })
}, 180_000)
afterAll(() => service.stop())

async function rowOf({ user }: Victim) {
  const [row] = await service.deps.db.select().from(users).where(eq(users.id, user.id))
  if (!row) throw new Error('the user is gone')
  return row
}

/** Returns the tables that contain the text anywhere. */
async function tablesWith(text: string): Promise<string[]> {
  const { rows } = await service.deps.db.execute<{ name: string }>(sql`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`)
  const found: string[] = []
  for (const { name } of rows) {
    const { rows: hits } = await service.deps.db.execute(sql`
      select 1 from ${sql.identifier(name)} t where strpos(to_jsonb(t)::text, ${text}) > 0 limit 1`)
    if (hits.length > 0) found.push(name)
  }
  return found
}

test('an export contains what the user wrote, bought and watched, and nothing about others', async () => {
  const text = JSON.stringify(await exportPerson(service.deps.db, await rowOf(person)))
  for (const mark of [...person.marks.filter(mark => mark !== '"bookmark"'), COMMENT])
    expect(text).toContain(mark)
  expect(Object.keys(JSON.parse(text))).toEqual(
    expect.arrayContaining(['bookmarks', 'comments', 'sessions', 'tickets', 'transactions']),
  )
  for (const id of [other.user.id, other.msisdn, other.owns.profile]) expect(text).not.toContain(id)
})

test('an erased user is in no table, but the accounts stay, and other users lose nothing', async () => {
  const before = JSON.stringify(await exportPerson(service.deps.db, await rowOf(other)))
  expect(await tablesWith(person.msisdn)).not.toEqual([])
  const row = await rowOf(person)
  const { deleted, emptied } = await erasePerson(service.deps, row)
  expect(deleted).toMatchObject({ profiles: 2, comments: 1, tickets: 1, bookmarks: 1, votes: 1 })
  expect(emptied).toMatchObject({ users: 1, transactions: 2, dd_contracts: 1 })
  expect(await tablesWith(person.msisdn)).toEqual([])
  for (const id of [person.profileId, person.owns.profile, person.owns.session, person.owns.ticket])
    expect(await tablesWith(id)).toEqual([])
  const tombstone = await rowOf(person)
  expect(tombstone).toMatchObject({ msisdn: `erased-${row.id}`, name: '', email: null })
  expect(JSON.stringify(await exportPerson(service.deps.db, await rowOf(other)))).toBe(before)
  const { rows: money } = await service.deps.db.execute(
    sql`select id from transactions where user_id = ${row.id}`,
  )
  expect(money).toHaveLength(2)
  await erasePerson(service.deps, await rowOf(other))
  for (const text of [SECRET, EMAIL, COMMENT])
    expect((await tablesWith(text)).filter(name => !TITLES.includes(name))).toEqual([])
})

test('the sessions have ended, and the number becomes a new user', async () => {
  expect((await apiErrorOf(person.api(getSelf))).result).toBe('unauthorized')
  const again = await signIn(service, { msisdn: person.msisdn })
  expect(again.user.id).not.toBe(person.user.id)
  expect(again.user).toMatchObject({ name: '', subscription_remaining_in_day: 0 })
})

test('rows of a call that ran during the erasure are removed by the next run of the job', async () => {
  const { db, now } = service.deps
  const [film] = await db.select().from(contents)
  const late = { id: 'late', contentId: film?.id ?? '', userId: person.user.id }
  await db.insert(comments).values({ ...late, text: COMMENT, createdAt: now() })
  expect(await eraseLateRows(service.deps)).toBe(2)
  expect(await tablesWith(COMMENT)).toEqual([])
  service.clock.advance({ days: 15 })
  expect(await eraseLateRows(service.deps)).toBe(0)
})

test('the database accepts no session and no number for an erased user', async () => {
  const { db } = service.deps
  const change = (set: object) => db.update(users).set(set).where(eq(users.id, person.user.id))
  await expect(change({ msisdn: '09121234567' })).rejects.toThrow()
  await expect(change({ blockedAt: null })).rejects.toThrow()
  await expect(
    db.execute(sql`insert into sessions (id, token_hash, user_id, slot, device, expires_at)
      values ('s', 'h', ${person.user.id}, 1, '{}', now() + interval '1 day')`),
  ).rejects.toThrow()
})
