/** Ways in which a query fails, made on purpose: each lets PostgreSQL quote the row it was given, where it ever does. */
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

type Way = { make: (table: string) => string[]; mend: (table: string) => string[] }
export const BREAKAGES = {
  'a constraint': {
    make: table => [`alter table ${table} add constraint broken check (false) not valid`],
    mend: table => [`alter table ${table} drop constraint broken`],
  },
  'a table that is gone': {
    make: table => [`alter table ${table} rename to broken`],
    mend: table => [`alter table broken rename to ${table}`],
  },
  'a value of the wrong type': { make: rowTrigger(`perform (${ROW})::int`), mend: noTrigger },
  'wrong syntax': {
    make: rowTrigger(`execute 'select from ' || quote_literal(${ROW})`),
    mend: noTrigger,
  },
  'an exception with a message': {
    make: rowTrigger(`raise exception 'not %', ${ROW} using detail = ${ROW}, hint = ${ROW}`),
    mend: noTrigger,
  },
  'its time is over': {
    make: rowTrigger('perform pg_cancel_backend(pg_backend_pid()); perform pg_sleep(2)'),
    mend: noTrigger,
  },
  'a lost connection': {
    make: rowTrigger('perform pg_terminate_backend(pg_backend_pid()); perform pg_sleep(2)'),
    mend: noTrigger,
  },
} satisfies Record<string, Way>
export type Breakage = keyof typeof BREAKAGES

/** Runs `work` while everything that is written to the table, or read from one that is gone, fails. */
export async function whileBroken<T>(
  pool: pg.Pool,
  table: string,
  how: Breakage,
  work: () => Promise<T>,
): Promise<T> {
  const { make, mend }: Way = BREAKAGES[how]
  for (const statement of make(table)) await pool.query(statement)
  try {
    return await work()
  } finally {
    for (const statement of mend(table)) await pool.query(statement)
  }
}
