/** Marks a database that a restore is writing to, until its rows are committed. Nothing else may use the database in between. */
import type pg from 'pg'
import { visibleLine } from '#src/lib/text/visible.ts'
import { StartError } from '../start-error.ts'

/** A schema of its own: a restore empties the others. */
const RESTORE_SCHEMA = 'pardeh_restore'

export async function isRestoring(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query(
    `select to_regnamespace('${RESTORE_SCHEMA}') is not null as found`,
  )
  return rows[0].found
}

/** @param backup its folder, for the message */
export async function startRestoring(client: pg.Client, backup: string): Promise<void> {
  await client.query(`create schema if not exists ${RESTORE_SCHEMA}`)
  await client.query(
    `create table if not exists ${RESTORE_SCHEMA}.state (backup text not null, started_at timestamptz not null default now())`,
  )
  await client.query(`delete from ${RESTORE_SCHEMA}.state`)
  await client.query(`insert into ${RESTORE_SCHEMA}.state (backup) values ($1)`, [backup])
}

export async function endRestoring(client: pg.Client): Promise<void> {
  await client.query(`drop schema ${RESTORE_SCHEMA} cascade`)
}

/** @throws StartError where a restore was interrupted, or still runs */
export async function checkRestored(client: pg.Client): Promise<void> {
  if (!(await isRestoring(client))) return
  const { rows } = await client.query(`select backup from ${RESTORE_SCHEMA}.state`)
  throw new StartError(
    `A restore of ${visibleLine(String(rows[0]?.backup ?? 'a backup'))} into this database has not ended. While it runs, wait; ` +
      'where it was interrupted, run it again: npm run restore -- DIR',
  )
}
