// The parts of a service: all stop with it, and those that had started stop if a later one does not start.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import pino from 'pino'
import { Gauge } from 'prom-client'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { startLocalService } from '#src/service/local-service.ts'
import { type Env, readEnv } from '#src/service/platform/env.ts'
import { blankDatabase } from '#tests/support/database.ts'

const log = pino({ level: 'silent' })
const PATIENCE = { timeout: 60_000 }

/** Returns the settings of a node over a database of its own, and how many connections others than the test have to it. */
async function aNode(): Promise<{ env: Env; connections: () => Promise<number> }> {
  const { url, drop } = await blankDatabase(inject('databaseTemplate'))
  const dataDir = await mkdtemp(join(tmpdir(), 'pardeh-parts-'))
  const observer = new pg.Client(url)
  await observer.connect()
  onTestFinished(async () => {
    await observer.end()
    await drop()
    await rm(dataDir, { recursive: true, force: true })
  })
  return {
    env: {
      ...readEnv({
        SECRET: 'a secret of the tests, long enough for a key',
        DATA_DIR: dataDir,
        DATABASE_URL: url,
      }),
      // Without the demo's titles, which take seconds to load.
      MODE: 'production',
    },
    connections: async () => {
      const { rows } = await observer.query<{ count: number }>(
        `select count(*)::int as count from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid()`,
      )
      return rows[0]?.count ?? 0
    },
  }
}

test('a service that stops leaves no connection, and may be stopped twice', async () => {
  const { env, connections } = await aNode()
  const service = await startLocalService(env, log, {})
  const answer = await service.call(new Request('http://service/categories'), {
    address: '127.0.0.1',
    requestId: 'test',
  })
  expect(answer.status).toBe(200)
  expect(await connections()).toBeGreaterThan(1)
  await service.stop()
  await service.stop()
  await vi.waitFor(async () => expect(await connections()).toBe(0), PATIENCE)
})

test('if the last part does not start, the parts before it stop', async () => {
  const { env, connections } = await aNode()
  // The recorder of live channels is the last part; it registers this gauge.
  const starting = startLocalService(env, log, {
    onRegistry: registry =>
      void new Gauge({
        name: 'pardeh_live_segment_age_seconds',
        help: 'taken',
        registers: [registry],
      }),
  })
  await expect(starting).rejects.toThrow('pardeh_live_segment_age_seconds')
  await vi.waitFor(async () => expect(await connections()).toBe(0), PATIENCE)
})
