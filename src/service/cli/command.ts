/** What the commands of the team share: the database of the running site, or their own while it is down. */
import { readFileSync } from 'node:fs'
import pino, { type Logger } from 'pino'
import { setBrandName } from '#src/lib/i18n/brand-name.ts'
import { plainName, visibleLine } from '#src/lib/text/visible.ts'
import { readBrandName } from '../brand/read-brand.ts'
import { databaseNow, startDatabaseClock } from '../db/clock.ts'
import { migrate } from '../db/migrate.ts'
import { connectDatabase } from '../db/start.ts'
import type { Deps } from '../deps.ts'
import { EnvError, readEnv } from '../env.ts'
import { createLog } from '../log.ts'
import { notifyInvalidation } from '../nodes/invalidation.ts'
import { errorLine } from '../safe-error.ts'
import { StartError } from '../start-error.ts'
import { unlessStopping } from '../stop-signals.ts'
import { UsageError } from './framework/errors.ts'
import { sayError } from './terminal.ts'

export type CliDeps = Pick<Deps, 'env' | 'db' | 'now' | 'databaseNow' | 'invalidate' | 'selfOrigin'>

export { UsageError }

/** Runs `work` and ends the process with 0, with 1 when it answers false, with 2 when it was called wrongly. */
export async function command(work: (deps: CliDeps) => Promise<boolean>): Promise<void> {
  try {
    process.exitCode = (await withDeps(work)) ? 0 : 1
  } catch (error) {
    process.exitCode = await reportFailure(error)
  }
}

/** Says why a command ended. Only errors of these kinds, and of `told`, are written for a terminal; others may quote a row. */
export async function reportFailure(
  error: unknown,
  told: readonly (new (...given: never[]) => Error)[] = [],
): Promise<2> {
  await unlessStopping()
  const isTold = [UsageError, EnvError, StartError, ...told].some(kind => error instanceof kind)
  const isMisused = String((error as { code?: unknown })?.code).startsWith('ERR_PARSE_ARGS')
  sayError(isTold || isMisused ? (error as Error).message : `It stopped: ${errorLine(error)}`)
  return 2
}

async function withDeps(work: (deps: CliDeps) => Promise<boolean>): Promise<boolean> {
  const env = readEnv()
  setBrandName(readBrandName(env))
  const log = commandLog()
  const database = await connectDatabase(env, log)
  try {
    const clock = await startDatabaseClock(database.pool, { log })
    await migrate(database.directUrl)
    return await work({
      env,
      db: database.db,
      now: clock.now,
      databaseNow,
      selfOrigin: () => `http://${env.HOST}:${env.PORT}`,
      invalidate: tags => notifyInvalidation(database.pool, tags),
    })
  } finally {
    await database.stop()
  }
}

export function commandLog(): Logger {
  return createLog('warn', pino.destination({ fd: 2, sync: true }))
}

/** `-` reads standard input. @throws UsageError when there is no such file */
export function readText(file: string): string {
  try {
    return readFileSync(file === '-' ? 0 : file, 'utf8')
  } catch {
    throw new UsageError(`There is no file ${visibleLine(file)}`)
  }
}

/** @throws UsageError that says where the JSON breaks */
export function readJson(file: string): unknown {
  const text = readText(file)
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new UsageError(
      `${visibleLine(file)} is no JSON: ${visibleLine((error as Error).message)}`,
    )
  }
}

type Issue = { path: PropertyKey[]; message: string }
export function issueLines(issues: readonly Issue[]): string {
  return issues
    .map(
      ({ path, message }) =>
        `  ${path.map(part => plainName(String(part))).join('.') || 'file'}: ${visibleLine(message)}`,
    )
    .join('\n')
}
