/** A restored database is quiet until it goes live: nodes on it do none of the work that was due in the backup. */
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { checkRehearsal, isRehearsal } from '#src/service/platform/db/rehearsal.ts'
import { readEnv } from '#src/service/platform/env.ts'
import { createJobs } from '#src/service/platform/jobs/jobs.ts'
import {
  aBackup,
  aFolder,
  anEmptyDatabase,
  ask,
  restoreInto,
  SECRET,
} from '#tests/support/backups.ts'
import { sharedDatabase } from '#tests/support/database.ts'
import { anOperator } from '#tests/support/operator.ts'
import { startTestService, type TestService } from '#tests/support/service.ts'
import { silentLog } from '#tests/support/silent-log.ts'
import { startSite } from '#tests/support/site.ts'

const LONG = { timeout: 240_000 }
const JOB = 'reminders.available'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
  const database = await sharedDatabase(service.databaseUrl)
  const jobs = await createJobs(database, { log: silentLog })
  jobs.define(JOB, async () => undefined)
  await jobs.start()
  await jobs.stop(1_000)
  await jobs.enqueue(JOB)
  await database.close()
}, 120_000)
afterAll(() => service.stop())

const waiting = async (url: string) =>
  (await ask(url, `select from jobs.job where name = '${JOB}' and state = 'created'`)).length

async function aNode(url: string) {
  const env = { DATABASE_URL: url, SECRET, DATA_DIR: await aFolder() }
  const node = await startSite({ env, command: [process.execPath, 'src/api-server.ts'] })
  onTestFinished(async () => void (await node.stop()))
  return node
}

test('a node on it does not touch the queue until it goes live', LONG, async () => {
  const url = await anEmptyDatabase()
  const { folder } = await aBackup(service.databaseUrl)
  await restoreInto(url, folder, { isLive: false })
  const node = await aNode(url)
  expect(node.logs()).toContain('jobs are off')
  // Nodes poll for jobs every second.
  await new Promise(done => setTimeout(done, 4_000))
  expect(await waiting(url)).toBe(1)
  expect(await node.stop()).toBe(0)

  const operator = anOperator({ DATABASE_URL: url, DATA_DIR: await aFolder() })
  const doctor = await operator.run('doctor')
  expect(doctor.stdout).toMatch(/warn +database rehearsal/)
  expect(await operator.json('restore', '--go-live')).toMatchObject({ was_off: true })
  expect(await operator.json('restore', '--go-live')).toMatchObject({ was_off: false })
  const live = await aNode(url)
  expect(live.logs()).not.toContain('jobs are off')
  await expect.poll(() => waiting(url), { timeout: 60_000 }).toBe(0)
})

test(
  'a node that would write to servers of the installation does not start on it',
  LONG,
  async () => {
    const url = await anEmptyDatabase()
    const { folder } = await aBackup(service.databaseUrl)
    await restoreInto(url, folder, { isLive: false })
    const { pool, close } = await sharedDatabase(url)
    onTestFinished(() => close())
    const settings = { SECRET, DATABASE_URL: url, DATA_DIR: await aFolder() }
    expect(await checkRehearsal(pool, readEnv(settings))).toBe(true)
    const shared = readEnv({ ...settings, REDIS_URL: 'redis://cache', SEARCH_URL: 'http://search' })
    await expect(checkRehearsal(pool, shared)).rejects.toThrow(/remove REDIS_URL, SEARCH_URL/)
  },
)

test('a restore that goes live at once leaves no mark, nor does a later one', LONG, async () => {
  const url = await anEmptyDatabase()
  const { folder } = await aBackup(service.databaseUrl)
  await restoreInto(url, folder, { isLive: false })
  await restoreInto(url, folder, { isReplacing: true, isLive: true })
  const { pool, close } = await sharedDatabase(url)
  onTestFinished(() => close())
  expect(await isRehearsal(pool)).toBe(false)
})
