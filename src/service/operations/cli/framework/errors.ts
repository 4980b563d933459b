/** Errors whose text is written for the terminal. Nothing was changed; the operator must correct the call, the file or the setting. */

/** The value of `error.code` with --json; programs may compare it. */
import { StartError } from '../../../platform/start-error.ts'

export type ErrorCode =
  | 'usage'
  | 'unknown_noun'
  | 'unknown_verb'
  | 'swallowed_option'
  | 'refused'
  | 'invalid_settings'
  | 'cannot_start'
  | 'no_database'
  | 'failed'
  | 'unexpected'

type Options = {
  code?: ErrorCode
  /** Values for programs, such as the suggested word after a typing error. */
  details?: Record<string, unknown>
  /** The words of the help page that explains the error, such as `users show`. */
  help?: string
}

/** A command was called wrongly, or a file that it reads is wrong. */
export class UsageError extends Error {
  readonly code: ErrorCode
  readonly details: Record<string, unknown>
  readonly help: string | undefined
  constructor(message: string, { code = 'refused', details = {}, help }: Options = {}) {
    super(message)
    this.name = 'UsageError'
    this.code = code
    this.details = details
    this.help = help
  }
}

/** Arguments and options that contradict each other. The message follows a line that names the help of the verb. */
export class ArgumentsError extends UsageError {
  constructor(message: string, help?: string) {
    super(message, { code: 'usage', ...(help === undefined ? {} : { help }) })
  }
}

/** The database could not be reached, or refused the user or the database name. */
export class NoDatabaseError extends StartError {}
