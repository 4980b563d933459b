/** The queries that our code sends for a request, recorded once, so that a bare server can send the same ones. */
import type pg from 'pg'
import pino from 'pino'
import { connectEmbedded } from '#src/service/platform/db/embedded.ts'
import { openDatabasePool } from '#src/service/platform/db/open.ts'
import { enablePreparedStatements } from '#src/service/platform/db/prepared.ts'
import type { Deps } from '#src/service/platform/deps.ts'
import { readEnv } from '#src/service/platform/env.ts'

type Query = [config: pg.QueryConfig, values: unknown[]]
/** Queries that are sent together; those of the next round wait for them. */
export type Round = Query[]

/** @param dataDir of a running site */
export async function openRecorder(dataDir: string) {
  const env = readEnv({ DATA_DIR: dataDir, SECRET: 'b'.repeat(40) })
  const log = pino({ level: 'error' })
  const { url } = await connectEmbedded(dataDir, log)
  let recorded: Round[] = []
  let running = 0
  const { db, pool } = await openDatabasePool(url, { size: env.DB_POOL, route: recording })
  enablePreparedStatements({ db, pool })
  const deps = {
    env,
    db,
    now: () => new Date(),
    key: () => Buffer.alloc(32),
    log,
  } as unknown as Deps

  /** Passes queries on and records them. */
  function recording(primary: pg.Pool): pg.Pool {
    const ask = primary.query.bind(primary) as unknown as (...query: Query) => Promise<unknown>
    const query = async (...given: Query) => {
      if (running === 0) recorded.push([])
      recorded.at(-1)?.push(given)
      running++
      try {
        return await ask(...given)
      } finally {
        running--
      }
    }
    return Object.assign(Object.create(primary) as pg.Pool, { query })
  }

  return {
    deps,
    pool,
    /** Returns the queries of `work` when the caches of our code are filled, as they are while it is measured. */
    async record(work: () => Promise<unknown>): Promise<Round[]> {
      await work()
      const ofWork: Round[] = []
      recorded = ofWork
      await work()
      recorded = []
      return ofWork
    },
    async replay(rounds: readonly Round[]): Promise<void> {
      for (const round of rounds)
        await Promise.all(round.map(([config, values]) => pool.query(config, values)))
    },
  }
}
