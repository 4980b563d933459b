import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSupportTicket } from '#src/contract/endpoints/support.ts'
import { inTransaction } from '#src/service/platform/db/open.ts'
import { profiles } from '#src/service/platform/db/schema/profiles.ts'
import { ApiError } from '#src/service/platform/http/api-error.ts'
import {
  type IdempotentCall,
  runIdempotently,
  storeResponse,
} from '#src/service/platform/http/idempotency.ts'
import { newId } from '#src/service/platform/ids.ts'
import { aUser, withProfile } from '#tests/support/people.ts'
import { startTestService, type TestService } from '#tests/support/service.ts'

/** Two nodes on one database. */
let one: TestService
let other: TestService
beforeAll(async () => {
  one = await startTestService()
  other = await one.again()
})
afterAll(async () => {
  await other.stop()
  await one.stop()
})

function aCall(key: string, body: unknown = {}): IdempotentCall {
  return { key, owner: 'user', name: '/buy', params: {}, body, claim: randomUUID() }
}
/** A call that reports when it runs, and ends when the test releases it. */
function aRun<T>(end: () => T) {
  const [started, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let count = 0
  const run = async () => {
    count++
    started.resolve()
    await released.promise
    return end()
  }
  return { run, started: started.promise, release: released.resolve, count: () => count }
}
const leaseOf = async (key: string) => {
  const { rows } = await one.deps.db.execute<{
    seconds: number
    until: string
    is_over: boolean
  }>(sql`
    select extract(epoch from lease_until - created_at)::int as seconds, lease_until::text as until, lease_until < now() as is_over
    from idempotency_keys where key = ${key}`)
  return rows[0]
}
/** The row that a node leaves if it is killed during a call. */
async function runToDeath(key: string, lease = '3 seconds') {
  const { body_hash } = await hashOf(key)
  await one.deps.db.execute(sql`insert into idempotency_keys (scope, key, body_hash, claim, lease_until)
    values ('user:/buy', ${key}, ${body_hash}, 'dead', now() + ${lease}::interval)`)
}
async function hashOf(key: string) {
  await runIdempotently(one.deps, aCall(`${key}-hash`), async () => 1)
  const { rows } = await one.deps.db.execute<{ body_hash: string }>(
    sql`select body_hash from idempotency_keys where key = ${`${key}-hash`}`,
  )
  return rows[0] as { body_hash: string }
}

test.each([{ id: 7 }, null])(
  '16 concurrent requests on two nodes run a call once and get its %o',
  async data => {
    const key = randomUUID()
    const { run, started, release, count } = aRun(() => data)
    const calls = Array.from({ length: 16 }, (_, n) =>
      runIdempotently((n % 2 ? one : other).deps, aCall(key), run),
    )
    await started
    const late = runIdempotently(other.deps, aCall(key), run)
    release()
    expect(await Promise.all([...calls, late])).toEqual(Array(17).fill(data))
    expect(count()).toBe(1)
  },
)

test('after a failed call the next one runs', async () => {
  const key = randomUUID()
  const { run, started, release } = aRun(() => {
    throw new ApiError('gone')
  })
  const failing = runIdempotently(one.deps, aCall(key), run)
  await started
  const next = runIdempotently(other.deps, aCall(key), async () => 'second')
  release()
  await expect(failing).rejects.toThrow('gone')
  expect(await next).toBe('second')
})

test('another body with the same key is a conflict, while the first runs and afterwards', async () => {
  const key = randomUUID()
  const { run, started, release } = aRun(() => 'first')
  const first = runIdempotently(one.deps, aCall(key), run)
  await started
  for (const n of [1, 2]) {
    const differing = runIdempotently(other.deps, aCall(key, { n }), async () => 'never')
    await expect(differing).rejects.toThrow('idempotency_conflict')
    release()
    await first
  }
})

test('a call whose node has ended is run by one of 16 repetitions after its lease', async () => {
  const key = randomUUID()
  await runToDeath(key, '300 milliseconds')
  let runs = 0
  const all = await Promise.all(
    Array.from({ length: 16 }, (_, n) =>
      runIdempotently((n % 2 ? one : other).deps, aCall(key), async () => ++runs),
    ),
  )
  expect(all).toEqual(Array(16).fill(1))
})

test('the lease of a running call is three seconds long, so that a repetition is answered within five', async () => {
  const key = randomUUID()
  const { run, started, release } = aRun(() => 'done')
  const running = runIdempotently(one.deps, aCall(key), run)
  await started
  expect((await leaseOf(key))?.seconds).toBe(3)
  release()
  await running
})

test('a call that takes longer than its lease is not run a second time', async () => {
  const key = randomUUID()
  const { run, started, release, count } = aRun(() => 'done')
  const first = runIdempotently(one.deps, aCall(key), run)
  await started
  const firstLease = (await leaseOf(key))?.until ?? ''
  const repeated = runIdempotently(other.deps, aCall(key), run)
  const isOver = async () => {
    const { rows } = await one.deps.db.execute<{ is_over: boolean }>(
      sql`select now() > ${firstLease}::timestamptz as is_over`,
    )
    return rows[0]?.is_over
  }
  await expect.poll(isOver, { timeout: 30_000 }).toBe(true)
  expect((await leaseOf(key))?.is_over).toBe(false)
  release()
  expect(await Promise.all([first, repeated])).toEqual(['done', 'done'])
  expect(count()).toBe(1)
})

test('a node that was unresponsive for too long rolls back its work', async () => {
  const key = randomUUID()
  const slow = aCall(key)
  await runToDeath(key, '-1 seconds')
  await runIdempotently(other.deps, aCall(key), async () => 'taken over')
  const commit = inTransaction(one.deps.db, tx => storeResponse(tx, slow, 'late'))
  await expect(commit).rejects.toThrow('conflict')
  expect(await runIdempotently(one.deps, aCall(key), async () => 'again')).toBe('taken over')
})

test('a key belongs to a profile: another one of the same user may use it for a call of its own', async () => {
  const person = await aUser(one)
  const id = newId()
  await one.deps.db
    .insert(profiles)
    .values({ id, userId: person.user.id, slot: 2, name: 'دیگری', ageType: 'adult' })
  const other = await withProfile(one, person, id)
  const idempotencyKey = 'key-of-both-profiles'
  const write = (api: typeof person.api, title: string) =>
    api(
      createSupportTicket,
      { body: { title, text: 'a text of ten letters', department: 'support' } },
      { idempotencyKey },
    )
  const primary = await withProfile(one, person, person.profileId)
  const first = await write(primary.api, 'of the primary profile')
  const again = await withProfile(one, other, id)
  const second = await write(again.api, 'of the other profile')
  expect(second.id).not.toBe(first.id)
  expect((await write(again.api, 'of the other profile')).id).toBe(second.id)
})
