/** Drizzle writes the SQL of a query anew each time it runs; where only its values differ, it is written once a database. */
import type { Database } from './open.ts'

/** Far more than are written by hand; listings have one for each filter that somebody asked for. */
const MAX_QUERIES = 500

type Preparable<Prepared> = { prepare: (name: string) => Prepared }
const kept = new WeakMap<Database, Map<string, unknown>>()

/**
 * What `build` makes, built once for a key, with a `sql.placeholder` wherever a value differs. The server is told no name:
 * behind a pooler the next call meets another connection, which would not know it.
 */
export function prepared<Prepared>(
  db: Database,
  key: string,
  build: (db: Database) => Preparable<Prepared>,
): Prepared {
  const queries = kept.get(db) ?? new Map<string, unknown>()
  kept.set(db, queries)
  const found = queries.get(key) as Prepared | undefined
  if (found) return found
  if (queries.size >= MAX_QUERIES) queries.clear()
  const made = build(db).prepare('')
  queries.set(key, made)
  return made
}
