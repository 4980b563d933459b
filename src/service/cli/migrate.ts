/** Brings the database to the schema of this version, and says what it did; the app does the same when it starts. */
import { migrate } from '../db/migrate.ts'
import { connectDatabase } from '../db/start.ts'
import { readEnv } from '../env.ts'
import { commandLog, reportFailure } from './command.ts'
import { say } from './terminal.ts'

try {
  const database = await connectDatabase(readEnv(), commandLog())
  try {
    const ran = await migrate(database.directUrl)
    say(ran.length > 0 ? ran.join('\n') : 'nothing to migrate')
  } finally {
    await database.stop()
  }
} catch (error) {
  await reportFailure(error)
  process.exitCode = 1
}
