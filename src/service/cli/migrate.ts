/** Brings the database to the schema of this version, and says what it did; the app does the same when it starts. */
import { migrate } from '../db/migrate.ts'
import { borrowDatabase } from '../db/start.ts'
import { readEnv } from '../env.ts'
import { commandLog, failed } from './command.ts'
import { say } from './terminal.ts'

try {
  const database = await borrowDatabase(readEnv(), commandLog())
  try {
    const ran = await migrate(database.pool)
    say(ran.length > 0 ? ran.join('\n') : 'nothing to migrate')
  } finally {
    await database.stop()
  }
} catch (error) {
  failed(error)
  process.exitCode = 1
}
