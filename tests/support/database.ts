// One server a test run, one migrated template, one database a test file. TEST_DATABASE_URL takes
// another server instead, by the address of a database on it that may create others.
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import type { TestProject } from 'vitest/node'
import { startEmbedded } from '#src/service/db/embedded.ts'
import { migrate } from '#src/service/db/migrate.ts'
import { type OpenDatabase, openDatabase } from '#src/service/db/open.ts'
import { quiet } from './quiet.ts'
import { keepLogs } from './run-logs.ts'

declare module 'vitest' {
  interface ProvidedContext {
    databaseServer: string
    databaseTemplate: string
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const endLogs = keepLogs()
  const server = process.env.TEST_DATABASE_URL
    ? { url: process.env.TEST_DATABASE_URL, stop: async () => {} }
    : await temporaryServer()
  const template = await createDatabase(server.url, 'template0')
  const { pool, close } = await openDatabase(at(server.url, template), { size: 1 })
  await migrate(pool)
  await close()
  project.provide('databaseServer', server.url)
  project.provide('databaseTemplate', template)
  return async () => {
    await dropDatabase(server.url, template)
    await server.stop()
    await endLogs()
  }
}

async function temporaryServer() {
  const dataDir = await mkdtemp(join(tmpdir(), 'pardeh-test-'))
  const { url, stop } = await startEmbedded(dataDir, quiet)
  return {
    url,
    async stop() {
      await stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

export type TestDatabase = OpenDatabase & { url: string }

/** A migrated and empty database of one's own; `close` drops it. */
export async function testDatabase({ size = 10 } = {}): Promise<TestDatabase> {
  const { url, drop } = await blankDatabase(inject('databaseTemplate'))
  const { db, pool, close } = await openDatabase(url, { size })
  return {
    db,
    pool,
    url,
    async close() {
      await close()
      await drop()
    },
  }
}

/** A second pool on a database of another, who drops it. */
export async function sharedDatabase(url: string): Promise<TestDatabase> {
  return { ...(await openDatabase(url, { size: 10 })), url }
}

/** A database made from any template, not opened. */
export async function blankDatabase(template: string, options = '') {
  const server = inject('databaseServer')
  const name = await createDatabase(server, template, options)
  return { url: at(server, name), drop: () => dropDatabase(server, name) }
}

async function createDatabase(server: string, template: string, options = ''): Promise<string> {
  const name = `test_${randomBytes(6).toString('hex')}`
  const utf8 = options || (template === 'template0' ? "encoding 'UTF8' locale 'C.UTF-8'" : '')
  await command(server, `create database ${name} template ${template} ${utf8}`)
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
