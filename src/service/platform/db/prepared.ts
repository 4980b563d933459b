/** Drizzle builds the SQL of a query each time it runs. Queries that differ only in their values are built once per database. */
import { is, Param, Placeholder, type SQL } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import type pg from 'pg'
import type { Database } from './open.ts'
import { nameQuery } from './query-name.ts'

/** Far more than are written by hand; listings have one per requested filter. */
const MAX_QUERIES = 500

type Preparable<Prepared> = { prepare: (name: string) => Prepared; toSQL: () => { sql: string } }
const memoised = new WeakMap<Database, Map<string, unknown>>()

const planned = new WeakSet<Database | pg.Pool>()

/**
 * Lets PostgreSQL parse the queries of this handle and its pool once per connection, and plan them again only if their values make a
 * difference. Must not be used behind a pooler that shares connections: the next call may get a connection without the prepared
 * statement.
 */
export function enablePreparedStatements({ db, pool }: { db: Database; pool: pg.Pool }): void {
  planned.add(db).add(pool)
}

/** Returns a statement for `pool.query`, parsed once per connection like those of `preparedSql`. Logs name it by its key. */
export function preparedText(pool: pg.Pool, key: string, text: string): pg.QueryConfig {
  nameQuery(text, key)
  return planned.has(pool) ? { name: key, text } : { text }
}

type Options = {
  /** One of an unlimited number of queries, which the server must not keep. */
  isOneOfMany?: boolean
}

/** Returns the query of `build`, built once per key, with a `sql.placeholder` for each value. Logs name the query by its key. */
export function preparedQuery<Prepared>(
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

type Values = Readonly<Record<string, unknown>>
export type PreparedSql<Row> = { execute: (values?: Values) => Promise<Row[]> }

/**
 * Returns the SQL of `build`, written once per key like `preparedQuery`, and sent without Drizzle: rows have the names of the SQL and the
 * types of `pg`, such as Date for a `timestamptz`.
 */
export function preparedSql<Row extends pg.QueryResultRow>(
  db: Database,
  key: string,
  build: () => SQL,
): PreparedSql<Row> {
  const queries = memoised.get(db) ?? new Map<string, unknown>()
  memoised.set(db, queries)
  const known = queries.get(key) as PreparedSql<Row> | undefined
  if (known) return known
  const made = writtenSql<Row>(db, key, build())
  queries.set(key, made)
  return made
}

const dialect = new PgDialect()

function writtenSql<Row extends pg.QueryResultRow>(
  db: Database,
  key: string,
  built: SQL,
): PreparedSql<Row> {
  const { sql: text, params } = dialect.sqlToQuery(built)
  nameQuery(text, key)
  const pool = (db as Database & { $client: pg.Pool }).$client
  const query = planned.has(db) ? { name: key, text } : { text }
  return {
    async execute(values = {}) {
      const { rows } = await pool.query<Row>(
        query,
        params.map(param => boundValue(param, values)),
      )
      return rows
    },
  }
}

function boundValue(param: unknown, values: Values): unknown {
  if (is(param, Placeholder)) return given(param.name, values)
  if (is(param, Param) && is(param.value, Placeholder))
    return param.encoder.mapToDriverValue(given(param.value.name, values))
  return param
}

function given(name: string, values: Values): unknown {
  if (!(name in values)) throw new TypeError(`the query needs a value for ${name}`)
  return values[name]
}
