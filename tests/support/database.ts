// One PostgreSQL server per test run, one migrated template, one database per test file. TEST_DATABASE_URL
// names another server instead; its user must be allowed to create databases.
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import type { TestProject } from 'vitest/node'
import { startEmbedded } from '#src/service/platform/db/embedded.ts'
import { migrate } from '#src/service/platform/db/migrate.ts'
import { type OpenDatabase, openDatabasePool } from '#src/service/platform/db/open.ts'
import { memoryFolder } from './memory-folder.ts'
import { captureLogs } from './run-logs.ts'
import { silentLog } from './silent-log.ts'

declare module 'vitest' {
  interface ProvidedContext {
    databaseServer: string
    databaseTemplate: string
  }
}

/** Settings that trade durability for speed: the server is deleted after the run. Tests that kill a database start their own. */
const UNSAFE = [
  'fsync = off',
  'full_page_writes = off',
  'synchronous_commit = off',
  'autovacuum = off',
]

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const endLogs = captureLogs()
  const server = process.env.TEST_DATABASE_URL
    ? { url: process.env.TEST_DATABASE_URL, stop: async () => {} }
    : await temporaryServer()
  const template = await createDatabase(server.url, 'template0')
  await migrate(at(server.url, template))
  project.provide('databaseServer', server.url)
  project.provide('databaseTemplate', template)
  return async () => {
    await dropDatabase(server.url, template)
    await server.stop()
    await endLogs()
  }
}

async function temporaryServer() {
  const dataDir = await mkdtemp(join(memoryFolder(), 'pardeh-test-'))
  const { url, stop } = await startEmbedded(dataDir, silentLog)
  for (const setting of UNSAFE) await command(url, `alter system set ${setting}`)
  await command(url, 'select pg_reload_conf()')
  return {
    url,
    async stop() {
      await stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

export type TestDatabase = OpenDatabase & { url: string }

/** A migrated, empty database; `close` drops it. */
export async function testDatabase({ size = 10 } = {}): Promise<TestDatabase> {
  const { url, drop } = await blankDatabase(inject('databaseTemplate'))
  const database = await openDatabasePool(url, { size })
  return {
    ...database,
    url,
    async close() {
      await database.close()
      await drop()
    },
  }
}

/** Opens a second pool on a database that another test drops. */
export async function sharedDatabase(url: string): Promise<TestDatabase> {
  return { ...(await openDatabasePool(url, { size: 10 })), url }
}

/** Creates a database from a template without opening it. */
export async function blankDatabase(template: string, options = '') {
  const server = inject('databaseServer')
  const name = await createDatabase(server, template, options)
  return { url: at(server, name), drop: () => dropDatabase(server, name) }
}

async function createDatabase(server: string, template: string, options = ''): Promise<string> {
  const name = `test_${randomBytes(6).toString('hex')}`
  const utf8 = options || (template === 'template0' ? "encoding 'UTF8' locale 'C.UTF-8'" : '')
  // Copying files is faster than logging pages if nothing is synchronised.
  await command(server, `create database ${name} template ${template} ${utf8} strategy file_copy`)
  return name
}

function dropDatabase(server: string, name: string): Promise<void> {
  return command(server, `drop database if exists ${name} with (force)`)
}

async function command(server: string, text: string): Promise<void> {
  const client = new pg.Client(server)
  await client.connect()
  try {
    await client.query(text)
  } finally {
    await client.end()
  }
}

function at(server: string, database: string): string {
  const url = new URL(server)
  url.pathname = `/${database}`
  return url.href
}
