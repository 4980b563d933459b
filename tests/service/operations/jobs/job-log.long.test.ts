import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import {
  listFailedJobs,
  listJobKinds,
  retryFailedJobs,
} from '#src/service/operations/jobs/job-log.queries.ts'
import { createJobs, type Jobs } from '#src/service/platform/jobs/jobs.ts'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'
import { silentLog } from '#tests/support/silent-log.ts'

let database: TestDatabase
const running: Jobs[] = []
beforeAll(async () => {
  database = await testDatabase()
})
afterEach(async () => {
  await Promise.all(running.splice(0).map(jobs => jobs.stop()))
})
afterAll(() => database.close())

async function aNode(name: string, handler: () => Promise<void>, cron?: string): Promise<Jobs> {
  const jobs = await createJobs(database, { log: silentLog })
  jobs.define(name, handler, { retries: 0, ...(cron ? { cron } : {}) })
  await jobs.start()
  running.push(jobs)
  return jobs
}
const failed = (name: string) => listFailedJobs(database.db, name)

test('before any node has run the log is empty, and nothing fails', async () => {
  expect(await listJobKinds(database.db)).toEqual([])
  expect(await listFailedJobs(database.db)).toEqual([])
  expect(await retryFailedJobs(database.db, ['x'])).toEqual([])
})

test('a job that was given up is shown with its reason, and runs again on request', async () => {
  let isMended = false
  const done: boolean[] = []
  const jobs = await aNode('fragile', async () => {
    if (!isMended) throw new Error('the provider is away')
    done.push(true)
  })
  await jobs.enqueue('fragile', { id: 'a1' })
  await vi.waitFor(async () => expect(await failed('fragile')).toHaveLength(1), 30_000)
  const [job] = await failed('fragile')
  expect(job).toMatchObject({ name: 'fragile', attempts: 1, data: { id: 'a1' } })
  expect(job?.error).toContain('the provider is away')
  isMended = true
  expect(await retryFailedJobs(database.db, [job?.id ?? '', 'not-an-id'])).toEqual([job?.id])
  expect(await retryFailedJobs(database.db, [job?.id ?? ''])).toEqual([])
  await vi.waitFor(() => expect(done).toEqual([true]), 30_000)
  expect(await failed('fragile')).toEqual([])
}, 180_000)

test('of failed jobs with the same key a single one runs, and none next to a waiting one', async () => {
  const jobs = await aNode('keyed', async () => {
    throw new Error('no')
  })
  for (const count of [1, 2]) {
    await jobs.enqueue('keyed', {}, { singletonKey: 'contract' })
    await vi.waitFor(async () => expect(await failed('keyed')).toHaveLength(count), 30_000)
  }
  await jobs.stop(1_000)
  const ids = (await failed('keyed')).map(({ id }) => id)
  // 16 operators at once.
  const all = await Promise.all(Array.from({ length: 16 }, () => retryFailedJobs(database.db, ids)))
  expect(all.flat()).toEqual([ids[0]])
  expect(await retryFailedJobs(database.db, ids)).toEqual([])
}, 180_000)

test('each kind of job is listed with its schedule', async () => {
  await aNode('sweep', async () => {}, '*/5 * * * *')
  const kinds = await listJobKinds(database.db)
  expect(kinds.find(({ name }) => name === 'sweep')).toMatchObject({
    cron: '*/5 * * * *',
    failed: 0,
  })
})
