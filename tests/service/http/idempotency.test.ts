import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTransaction } from '#src/service/db/open.ts'
import { ApiError } from '#src/service/http/api-error.ts'
import { type IdempotentCall, idempotently, storeResponse } from '#src/service/http/idempotency.ts'
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
const wait = (ms: number) => new Promise(done => setTimeout(done, ms))
/** What a node that was killed in the middle leaves behind. */
async function runToDeath(key: string, lease = '3 seconds') {
  const { body_hash } = await hashOf(key)
  await one.deps.db.execute(sql`insert into idempotency_keys (scope, key, body_hash, claim, lease_until)
    values ('user:/buy', ${key}, ${body_hash}, 'dead', now() + ${lease}::interval)`)
}
async function hashOf(key: string) {
  await idempotently(one.deps, aCall(`${key}-hash`), async () => 1)
  const { rows } = await one.deps.db.execute<{ body_hash: string }>(
    sql`select body_hash from idempotency_keys where key = ${`${key}-hash`}`,
  )
  return rows[0] as { body_hash: string }
}

test.each([{ id: 7 }, null])(
  '16 at once on two nodes run a call once and get its %o',
  async data => {
    const key = randomUUID()
    let runs = 0
    const run = async () => {
      runs++
      await wait(300)
      return data
    }
    const all = await Promise.all(
      Array.from({ length: 16 }, (_, n) =>
        idempotently((n % 2 ? one : other).deps, aCall(key), run),
      ),
    )
    expect(all).toEqual(Array(16).fill(data))
    expect(runs).toBe(1)
  },
)

test('after a failed call the next one runs', async () => {
  const key = randomUUID()
  const failing = idempotently(one.deps, aCall(key), async () => {
    await wait(300)
    throw new ApiError('gone')
  })
  const next = wait(100).then(() => idempotently(other.deps, aCall(key), async () => 'second'))
  await expect(failing).rejects.toThrow('gone')
  expect(await next).toBe('second')
})

test('another body under the same key is a conflict, while the first runs and afterwards', async () => {
  const key = randomUUID()
  const first = idempotently(one.deps, aCall(key), async () => {
    await wait(300)
    return 'first'
  })
  await wait(100)
  for (const n of [1, 2]) {
    const differing = idempotently(other.deps, aCall(key, { n }), async () => 'never')
    await expect(differing).rejects.toThrow('idempotency_conflict')
    await first
  }
})

test('a call whose node has ended is run by one of 16 repetitions within 5 seconds', async () => {
  const key = randomUUID()
  await runToDeath(key)
  const since = performance.now()
  let runs = 0
  const all = await Promise.all(
    Array.from({ length: 16 }, (_, n) =>
      idempotently((n % 2 ? one : other).deps, aCall(key), async () => ++runs),
    ),
  )
  expect(all).toEqual(Array(16).fill(1))
  expect(performance.now() - since).toBeLessThan(5_000)
})

test('a call that takes longer than its lease is not run a second time', async () => {
  const key = randomUUID()
  let runs = 0
  const run = async () => {
    runs++
    await wait(6_000)
    return runs
  }
  const first = idempotently(one.deps, aCall(key), run)
  await wait(100)
  expect(await Promise.all([first, idempotently(other.deps, aCall(key), run)])).toEqual([1, 1])
})

test('a node that was silent for too long undoes its work', async () => {
  const key = randomUUID()
  const slow = aCall(key)
  await runToDeath(key, '-1 seconds')
  await idempotently(other.deps, aCall(key), async () => 'taken over')
  const commit = inTransaction(one.deps.db, tx => storeResponse(tx, slow, 'late'))
  await expect(commit).rejects.toThrow('conflict')
  expect(await idempotently(one.deps, aCall(key), async () => 'again')).toBe('taken over')
})
