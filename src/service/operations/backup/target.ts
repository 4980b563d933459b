/** Inspects, guards and empties the database that a restore writes to. */
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { endRehearsal } from '../../platform/db/rehearsal.ts'
import { isRestoring, startRestoring } from '../../platform/db/restore-marker.ts'
import { JOBS_SCHEMA } from '../../platform/jobs/queue-tables.ts'
import { BackupError } from './backup-error.ts'
import { tableName } from './snapshot.ts'

const ATTEMPTS = 10
const PAUSE_MS = 200

export type Target = {
  /** Tables that have rows. */
  filled: string[]
  /** True if a restore was interrupted here, so that the database holds part of a backup. */
  isInterrupted: boolean
}

export async function inspectTarget(client: pg.Client): Promise<Target> {
  const isInterrupted = await isRestoring(client)
  const filled: string[] = []
  for (const { schema, name } of await relations(client, 'r')) {
    if (schema === 'public' && name === 'migrations') continue
    const { rowCount } = await client.query(`select from ${tableName({ schema, name })} limit 1`)
    if (rowCount) filled.push(name)
  }
  return { filled, isInterrupted }
}

/** Application names of nodes and commands. Every node has its own LISTEN connection, also with a pooler. */
const NAMES = ['pardeh', 'pardeh listen', 'pardeh migration', 'pardeh backup']

/**
 * A pooler holds connections named `pardeh` for minutes after the last node has stopped, so idle ones are ignored if there is a pooler.
 */
export async function requireUnusedTarget(client: pg.Client, hasPooler = false): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const { rows } = await client.query(
      `select count(*)::int as count from pg_stat_activity
       where datname = current_database() and application_name = any($1)
         and not ($2 and application_name = 'pardeh' and state = 'idle')`,
      [NAMES, hasPooler],
    )
    const { count } = rows[0]
    if (count === 0) return
    if (attempt === ATTEMPTS) {
      throw new BackupError(
        `The site or a command is using this database (${count} connections). Nothing was changed. Stop all nodes and commands first.`,
      )
    }
    // The server needs a moment to notice that a connection has ended.
    await wait(PAUSE_MS)
  }
}

type Relation = { schema: string; name: string }

async function relations(client: pg.Client, ...kinds: string[]): Promise<Relation[]> {
  const { rows } = await client.query<Relation>(
    `select n.nspname as schema, c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = any($1) and n.nspname in ('public', $2) and not ${ofExtension('pg_class', 'c.oid')}`,
    [kinds, JOBS_SCHEMA],
  )
  return rows
}

function ofExtension(catalogue: string, id: string): string {
  return `exists (select from pg_depend where classid = '${catalogue}'::regclass and objid = ${id} and deptype = 'e')`
}

/**
 * Drops everything except the marker of the restore, in one transaction. The schema `public` stays, with its owner, grants and extensions.
 */
export async function emptyTarget(client: pg.Client, backup: string): Promise<void> {
  await client.query('begin')
  await startRestoring(client, backup)
  await endRehearsal(client)
  await client.query(`drop schema if exists ${JOBS_SCHEMA} cascade`)
  for (const table of await relations(client, 'r', 'p'))
    await client.query(`drop table if exists ${tableName(table)} cascade`)
  const { rows } = await client.query(
    `select p.oid::regprocedure::text as name from pg_proc p
     where p.pronamespace = 'public'::regnamespace and not ${ofExtension('pg_proc', 'p.oid')}`,
  )
  for (const { name } of rows) await client.query(`drop function if exists ${name} cascade`)
  await client.query('commit')
}
