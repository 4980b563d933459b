/** Brings the database to the schema of this version, and says what it did; the app does the same when it starts. */
import pino from 'pino'
import { migrate } from '../db/migrate.ts'
import { borrowDatabase } from '../db/start.ts'
import { readEnv } from '../env.ts'

try {
  const log = pino({ level: 'warn', base: null }, pino.destination({ fd: 2, sync: true }))
  const database = await borrowDatabase(readEnv(), log)
  try {
    const ran = await migrate(database.pool)
    process.stdout.write(ran.length > 0 ? `${ran.join('\n')}\n` : 'nothing to migrate\n')
  } finally {
    await database.stop()
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
