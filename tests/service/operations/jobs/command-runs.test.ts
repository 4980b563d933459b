/** Metrics of the nodes about imports and ingests in other processes. */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { registerCommandGauges } from '#src/service/operations/jobs/command-gauges.ts'
import { commandStates, withRun } from '#src/service/operations/jobs/command-runs.ts'
import { createMetrics } from '#src/service/platform/http/metrics.ts'
import { startTestService, type TestService } from '#tests/support/service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())
beforeEach(() => service.deps.db.execute(sql`delete from command_runs`))

const run = (task: string) => ({ command: 'ingest' as const, task, isDryRun: false })
const ingests = async () => (await commandStates(service.deps.db)).ingest
const back = (interval: string) =>
  service.deps.db.execute(
    sql`update command_runs set progress_at = progress_at - ${interval}::interval`,
  )

test('every command has a value before its first run', async () => {
  const none = { running: 0, done: 0, total: 0, idle: 0, failed: 0 }
  expect(await commandStates(service.deps.db)).toEqual({ import: none, ingest: none })
})

test('a run is counted as running until it ends, and its end is reported afterwards', async () => {
  await withRun(service.deps, run('a'), async report => {
    report(40, 200)
    expect(await ingests()).toMatchObject({ running: 1, failed: 0 })
    report(200, 200)
  })
  expect(await ingests()).toEqual({ running: 0, done: 200, total: 200, idle: 0, failed: 0 })
})

test('a failed run counts for a day', async () => {
  const failing = withRun(service.deps, run('a'), async () => {
    throw new Error('no picture')
  })
  await expect(failing).rejects.toThrow('no picture')
  expect(await ingests()).toMatchObject({ running: 0, failed: 1 })
  await service.deps.db.execute(sql`update command_runs set ended_at = now() - interval '25 hours'`)
  expect(await ingests()).toMatchObject({ failed: 0 })
})

test('a run without progress is stalled, is lost after six hours, and is removed by the next run of its task', async () => {
  await withRun(service.deps, run('a'), async () => {
    await back('20 minutes')
    const { idle } = (await ingests()) ?? { idle: 0 }
    expect(idle).toBeGreaterThan(1_190)
    expect(idle).toBeLessThan(1_300)
    await back('6 hours')
    expect(await ingests()).toMatchObject({ running: 0, idle: 0, failed: 1 })
    // The previous process was killed and writes nothing more.
    await withRun(service.deps, run('a'), async () => {
      expect(await ingests()).toMatchObject({ running: 1, failed: 0 })
    })
  })
  expect(await ingests()).toMatchObject({ running: 0, failed: 0 })
})

test('a dry run writes nothing', async () => {
  await withRun(service.deps, { ...run('a'), isDryRun: true }, async report => report(1, 2))
  const { rows } = await service.deps.db.execute(sql`select * from command_runs`)
  expect(rows).toEqual([])
})

test('the series contain the command only, never a task', async () => {
  await withRun(service.deps, run('film-of-somebody'), async report => report(50, 200))
  const metrics = createMetrics()
  registerCommandGauges({ db: service.deps.db, metrics })
  const text = await metrics.text()
  expect(text).toMatch(/pardeh_command_done\{command="ingest"\} 50$/m)
  expect(text).toMatch(/pardeh_command_total\{command="ingest"\} 200$/m)
  expect(text).toMatch(/pardeh_command_runs\{command="import"\} 0$/m)
  expect(text).toMatch(/pardeh_command_idle_seconds\{command="ingest"\} 0$/m)
  expect(text).toMatch(/pardeh_command_failed\{command="ingest"\} 0$/m)
  expect(text).not.toContain('somebody')
})
