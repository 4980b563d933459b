/** Reports why a command, or the start of the site, failed: as text for a terminal, or as JSON for programs. */
import { EnvError } from '../../platform/env.ts'
import { errorLine, safeError } from '../../platform/safe-error.ts'
import { StartError } from '../../platform/start-error.ts'
import { unlessStopping } from '../../platform/stop-signals.ts'
import { type ErrorCode, NoDatabaseError, UsageError } from './framework/errors.ts'
import type { Noun } from './framework/noun.ts'
import { sayError, sayJson } from './terminal.ts'

type Failure = {
  code: ErrorCode
  message: string
  details: Record<string, unknown>
  exitCode: ExitCode
}
/** 1: the command ran, but some or all of its work failed. 2: the command was refused before it changed anything. */
export type ExitCode = 1 | 2

export type Reporting = Pick<Noun, 'refusals' | 'failures'> & { isJson?: boolean }

/** Prints the error as the last line on the screen; with --json, as the only output on standard output. */
export async function reportFailure(
  error: unknown,
  { isJson = false, ...kinds }: Reporting = {},
): Promise<ExitCode> {
  await unlessStopping()
  const { exitCode, ...shown } = failureOf(error, kinds)
  if (isJson) {
    sayJson({ error: shown })
    return exitCode
  }
  if (error instanceof UsageError && error.help !== undefined)
    sayError(`See ./pardeh help ${error.help}`.trimEnd())
  sayError(shown.message)
  return exitCode
}

function failureOf(error: unknown, { refusals = [], failures = [] }: Reporting): Failure {
  const { message } = error as Error
  if (error instanceof UsageError) {
    const { code, details, help } = error
    const seeAlso = help === undefined ? {} : { help: `./pardeh help ${help}`.trimEnd() }
    return { code, message, details: { ...details, ...seeAlso }, exitCode: 2 }
  }
  if (error instanceof EnvError) {
    const { problems } = error
    return { code: 'invalid_settings', message, details: { problems }, exitCode: 2 }
  }
  if (error instanceof NoDatabaseError)
    return { code: 'no_database', message, details: {}, exitCode: 1 }
  if (error instanceof StartError)
    return { code: 'cannot_start', message, details: {}, exitCode: 1 }
  if (refusals.some(kind => error instanceof kind))
    return { code: 'refused', message, details: {}, exitCode: 2 }
  if (failures.some(kind => error instanceof kind))
    return { code: 'failed', message, details: {}, exitCode: 1 }
  const { type, code, query, table, column, constraint } = safeError(error)
  const details = { type, code, query, table, column, constraint }
  return { code: 'unexpected', message: `It stopped: ${errorLine(error)}`, details, exitCode: 1 }
}
