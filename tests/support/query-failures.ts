/** Failures injected into PostgreSQL. Each makes PostgreSQL quote the row in its message if it can. */
import type pg from 'pg'

const rowTrigger = (body: string) => (table: string) => [
  `create function broken() returns trigger language plpgsql as $$ begin ${body}; return new; end $$`,
  `create trigger broken before insert or update or delete on ${table} for each row execute function broken()`,
]
const noTrigger = (table: string) => [
  `drop trigger if exists broken on ${table}`,
  'drop function if exists broken',
]
const ROW = 'coalesce(new::text, old::text)'

type Failure = { install: (table: string) => string[]; remove: (table: string) => string[] }
export const QUERY_FAILURES = {
  'a constraint': {
    install: table => [`alter table ${table} add constraint broken check (false) not valid`],
    remove: table => [`alter table ${table} drop constraint broken`],
  },
  'a missing table': {
    install: table => [`alter table ${table} rename to broken`],
    remove: table => [`alter table broken rename to ${table}`],
  },
  'a value of the wrong type': { install: rowTrigger(`perform (${ROW})::int`), remove: noTrigger },
  'wrong syntax': {
    install: rowTrigger(`execute 'select from ' || quote_literal(${ROW})`),
    remove: noTrigger,
  },
  'an exception with a message': {
    install: rowTrigger(`raise exception 'not %', ${ROW} using detail = ${ROW}, hint = ${ROW}`),
    remove: noTrigger,
  },
  'its time is over': {
    install: rowTrigger('perform pg_cancel_backend(pg_backend_pid()); perform pg_sleep(2)'),
    remove: noTrigger,
  },
  'a lost connection': {
    install: rowTrigger('perform pg_terminate_backend(pg_backend_pid()); perform pg_sleep(2)'),
    remove: noTrigger,
  },
} satisfies Record<string, Failure>
export type QueryFailure = keyof typeof QUERY_FAILURES

/** Runs `work` while writes to the table fail. With a missing table, reads fail too. */
export async function withQueryFailure<T>(
  pool: pg.Pool,
  table: string,
  how: QueryFailure,
  work: () => Promise<T>,
): Promise<T> {
  const { install, remove }: Failure = QUERY_FAILURES[how]
  for (const statement of install(table)) await pool.query(statement)
  try {
    return await work()
  } finally {
    for (const statement of remove(table)) await pool.query(statement)
  }
}
