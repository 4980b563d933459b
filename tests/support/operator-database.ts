/** An operator beside a database of the test file. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { type TestDatabase, testDatabase } from './database.ts'
import { anOperator, type Reply } from './operator.ts'

/** Opens a database before the tests of a file. It and `folder`, which is for files, are removed after them. */
export function operatorOnDatabase() {
  const folder = mkdtempSync(join(tmpdir(), 'pardeh-cli-'))
  let database: TestDatabase
  beforeAll(async () => {
    database = await testDatabase()
  })
  afterAll(async () => {
    await database.close()
    rmSync(folder, { recursive: true })
  })
  return {
    folder,
    /** Runs a command in MODE demo. */
    run: (...words: string[]): Promise<Reply> =>
      anOperator({ MODE: 'demo', DATABASE_URL: database.url, DATA_DIR: folder }).run(...words),
    get db() {
      return database.db
    },
  }
}
