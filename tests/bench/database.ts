/** The service on its own database with many titles, kept in BENCH_DIR (.data/bench) for the next run. */
import { randomBytes } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { resolve } from 'node:path'
import { sql } from 'drizzle-orm'
import pino from 'pino'
import type { ImportTitle } from '#src/contract/import.ts'
import { createImporter } from '#src/service/catalogue/import/importer.ts'
import { migrate } from '#src/service/platform/db/migrate.ts'
import { startDatabase } from '#src/service/platform/db/start.ts'
import type { Deps } from '#src/service/platform/deps.ts'
import { readEnv } from '#src/service/platform/env.ts'
import { createMetrics } from '#src/service/platform/http/metrics.ts'
import { createLimits } from '#src/service/platform/http/rate-limits.ts'
import { noPictures } from '#tests/support/imported-titles.ts'
import { testJobs } from '#tests/support/jobs.ts'

const FACT = 'bench'

/** @param name of its folder */
export async function openBench(name: string, titles: Iterable<ImportTitle>) {
  const dataDir = resolve(process.env.BENCH_DIR ?? '.data/bench', name)
  await mkdir(dataDir, { recursive: true })
  const env = readEnv({ DATA_DIR: dataDir, LOG_LEVEL: 'error', SECRET: 'b'.repeat(40) })
  const log = pino({ level: 'error' })
  const database = await startDatabase(env, { log })
  await migrate(database.directUrl)
  const deps = {
    env,
    db: database.db,
    now: () => new Date(),
    key: () => Buffer.alloc(32),
    random: { bytes: (length: number) => randomBytes(length) },
    jobs: testJobs(),
    limits: { ...createLimits(database.pool, null), volume: async () => undefined },
    log,
    metrics: createMetrics(),
    invalidate: async () => undefined,
  } as unknown as Deps
  await fill(deps, titles)
  return { deps, stop: () => database.stop() }
}

async function fill(deps: Deps, titles: Iterable<ImportTitle>): Promise<void> {
  const { rows } = await deps.db.execute(sql`select from facts where key = ${FACT}`)
  if (rows.length > 0) return
  const started = performance.now()
  const importer = await createImporter(deps, { pictures: noPictures })
  let count = 0
  for (const title of titles) {
    await importer.record(title)
    count++
  }
  await importer.finish()
  await deps.db.execute(sql`vacuum analyze`)
  await deps.db.execute(sql`insert into facts (key, value) values (${FACT}, 'true'::jsonb)`)
  const seconds = (performance.now() - started) / 1000
  console.log(`${count} titles imported in ${seconds.toFixed(1)} s`)
}
