/** Drizzle writes the SQL of a query anew each time it runs; where only its values differ, it is written once a database. */
import type { Database } from './open.ts'
import { nameQuery } from './query-name.ts'

/** Far more than are written by hand; listings have one for each filter that somebody asked for. */
const MAX_QUERIES = 500

type Preparable<Prepared> = { prepare: (name: string) => Prepared; toSQL: () => { sql: string } }
const memoised = new WeakMap<Database, Map<string, unknown>>()

const planned = new WeakSet<Database>()

/**
 * From now on PostgreSQL plans the queries of this handle once a connection. Not behind a pooler that shares connections: the
 * next call would meet one that has never heard of them.
 */
export function enablePreparedStatements(db: Database): void {
  planned.add(db)
}

type Options = {
  /** One of any number of queries, which a server is not to remember all. */
  isOneOfMany?: boolean
}

/** What `build` makes, built once for a key, with a `sql.placeholder` wherever a value differs. Logs call the query by its key. */
export function prepared<Prepared>(
  db: Database,
  key: string,
  build: (db: Database) => Preparable<Prepared>,
  { isOneOfMany = false }: Options = {},
): Prepared {
  const queries = memoised.get(db) ?? new Map<string, unknown>()
  memoised.set(db, queries)
  const found = queries.get(key) as Prepared | undefined
  if (found) return found
  if (queries.size >= MAX_QUERIES) queries.clear()
  const built = build(db)
  const made = built.prepare(planned.has(db) && !isOneOfMany ? key : '')
  if (!isOneOfMany) nameQuery(built.toSQL().sql, key)
  queries.set(key, made)
  return made
}
