/** Marks a database that a restore is writing to until its rows are committed. Meanwhile nothing else may use the database. */
import type pg from 'pg'
import { escapeLine } from '#src/lib/text/visible.ts'
import { StartError } from '../start-error.ts'

/** A separate schema, since a restore empties the others. */
const RESTORE_SCHEMA = 'pardeh_restore'

export async function isRestoring(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query(
    `select to_regnamespace('${RESTORE_SCHEMA}') is not null as found`,
  )
  return rows[0].found
}

/** @param backup folder of the backup, for messages */
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

/** @throws StartError if a restore is running or was interrupted */
export async function checkRestored(client: pg.Client): Promise<void> {
  if (!(await isRestoring(client))) return
  const { rows } = await client.query(`select backup from ${RESTORE_SCHEMA}.state`)
  throw new StartError(
    `A restore of ${escapeLine(String(rows[0]?.backup ?? 'a backup'))} into this database has not finished. If it is running, wait; ` +
      'if it was interrupted, run it again: ./pardeh restore DIR',
  )
}
