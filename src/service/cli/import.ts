/** npm run import -- FILE.jsonl [--dry-run] | - | --schema; what a line may hold is told in docs/import.md. */

import { createReadStream, existsSync } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { MediaStoreError } from '../adapters/media-store/media-store.ts'
import { openMediaStore } from '../adapters/media-store/open-media-store.ts'
import { startDatabaseClock } from '../db/clock.ts'
import { isMigrated, migrate } from '../db/migrate.ts'
import { connectDatabase, type RunningDatabase } from '../db/start.ts'
import { type Env, readEnv } from '../env.ts'
import { createImporter } from '../import/importer.ts'
import { linesOf } from '../import/lines.ts'
import { createPictures } from '../import/pictures.ts'
import { createProgress, summaryLines } from '../import/progress.ts'
import { importSchema } from '../import/schema.ts'
import { notifyInvalidation } from '../nodes/invalidation.ts'
import { onStopSignal } from '../stop-signals.ts'
import { commandLog, reportFailure, UsageError } from './command.ts'
import { line, say, sayJson } from './terminal.ts'

const USAGE = `Usage: npm run import -- FILE.jsonl [--dry-run]
       npm run import -- -            reads standard input
       npm run import -- --schema     prints the JSON schema of a line
The format is told in docs/import.md.`
const PROBLEMS_SHOWN = 200

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      'dry-run': { type: 'boolean', default: false },
      schema: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  if (values.schema) {
    sayJson(importSchema())
    return 0
  }
  const [file, ...more] = positionals
  if (values.help) return print(USAGE)
  if (!file || more.length > 0) throw new UsageError(USAGE)
  if (file !== '-' && !existsSync(file))
    throw new UsageError(line`There is no file ${resolve(file)}`)
  return run(file, values['dry-run'])
}

async function run(file: string, dryRun: boolean): Promise<number> {
  const env = readEnv()
  const database = await openFor(env, dryRun)
  const fromFile = file !== '-'
  const progress = createProgress(process.stdout, fromFile ? (await stat(file)).size : null)
  let rejections = 0
  try {
    const clock = await startDatabaseClock(database.pool, { log: commandLog() })
    const importer = await createImporter(
      {
        db: database.db,
        now: clock.now,
        invalidate: tags => notifyInvalidation(database.pool, tags),
      },
      {
        dryRun,
        pictures: createPictures({
          from: fromFile ? dirname(resolve(file)) : null,
          to: openMediaStore(env, 'command'),
          demo: resolve(import.meta.dirname, '../../../demo/pictures'),
        }),
        onProblem: ({ line, field, reason }) => {
          if (++rejections <= PROBLEMS_SHOWN)
            progress.say(`line ${line}: ${[field, reason].filter(Boolean).join(' ')}`)
        },
      },
    )
    const source = fromFile ? createReadStream(file) : process.stdin
    for await (const line of linesOf(source)) {
      await importer.line(line)
      progress.at(line.bytes, importer.summary)
    }
    const summary = await importer.finish()
    progress.end()
    if (rejections > PROBLEMS_SHOWN) print(`… and ${rejections - PROBLEMS_SHOWN} more`)
    print(summaryLines(summary, dryRun))
    return summary.rejected > 0 ? 1 : 0
  } finally {
    progress.end()
    await database.stop()
  }
}

/**
 * The database to import into. A dry run leaves no trace: where there is none yet it reads an empty one that is thrown away.
 * @throws Error
 */
async function openFor(env: Env, dryRun: boolean): Promise<RunningDatabase> {
  const log = commandLog()
  const isThere = env.DATABASE_URL || existsSync(join(env.DATA_DIR, 'pg', 'PG_VERSION'))
  const scratch = dryRun && !isThere ? await mkdtemp(join(tmpdir(), 'pardeh-dry-run-')) : null
  const removeScratch = async () => {
    if (scratch) await rm(scratch, { recursive: true, force: true })
    return undefined
  }
  onStopSignal(removeScratch)
  const database = await connectDatabase(scratch ? { ...env, DATA_DIR: scratch } : env, log)
  if (!dryRun || scratch) await migrate(database.directUrl)
  else if (!(await isMigrated(database.pool).catch(() => false))) {
    await database.stop()
    throw new UsageError(
      'The database is not at this version yet: start the site once, then try again.',
    )
  }
  return {
    ...database,
    stop: async () => {
      await database.stop()
      await removeScratch()
    },
  }
}

function print(text: string): number {
  say(text)
  return 0
}

try {
  process.exitCode = await main()
} catch (error) {
  process.exitCode = await reportFailure(error, [MediaStoreError])
}
