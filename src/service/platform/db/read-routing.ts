/** Routes queries to the replica: reads of anonymous calls, outside transactions. */
import { AsyncLocalStorage } from 'node:async_hooks'
import type pg from 'pg'
import type { Endpoint } from '#src/contract/endpoint.ts'
import { databaseError } from './errors.ts'
import { databaseFault } from './faults.ts'
import type { Replica } from './replica.ts'

const reading = new AsyncLocalStorage<boolean>()

/** Allows reads in `run` to come from the replica. Nothing in it may rely on a change that its caller has just made. */
export function mayReadReplica<T>(run: () => T): T {
  return reading.run(true, run)
}

const CATALOGUE =
  /^\/(video-contents|artists|categories|search|widgets|popup-message|global-data|sitemap)\b/

/** True for reads that are the same for everyone. Other calls may read what their caller has just written. */
export function isCatalogueRead({ method, path, access, effect }: Endpoint): boolean {
  return method === 'GET' && access === 'anonymous' && !effect && CATALOGUE.test(path)
}

const READS = /^\s*(select|with)\b/i
const WRITES =
  /\b(insert|update|delete|merge|for (no key )?update|for (key )?share|nextval|pg_notify|pg_\w*advisory\w*)\b/i

export function isReadQuery(text: string): boolean {
  return READS.test(text) && !WRITES.test(text)
}

type Query = (...given: unknown[]) => Promise<unknown>

/** Returns the pool of the primary, with reads sent to the replica if possible. Transactions stay on the primary. */
export function routeReads(primary: pg.Pool, replicaOf: () => Replica | null): pg.Pool {
  const ask = primary.query.bind(primary) as unknown as Query
  const query: Query = async (...given) => {
    const replica = reading.getStore() ? replicaOf() : null
    const [first] = given as [string | { text: string }]
    if (!replica?.isUsable() || !isReadQuery(typeof first === 'string' ? first : first.text))
      return ask(...given)
    try {
      return await (replica.pool.query.bind(replica.pool) as unknown as Query)(...given)
    } catch (error) {
      // A replica cancels queries that block the replay.
      const isCancelled = databaseError(error)?.code === '40001'
      if (!isCancelled && databaseFault(error) === null) throw error
      if (!isCancelled) replica.fail()
      return ask(...given)
    }
  }
  return Object.assign(Object.create(primary) as pg.Pool, { query })
}
