/** The shape of a noun in `./pardeh NOUN VERB`. Its summary is in noun-list.ts, so that printing the help loads no noun. */
import type { Context } from './context.ts'
import type { Fields, Values } from './fields.ts'
import type { Result } from './result.ts'

/**
 * The effect of an action on the data. `reads`: none. `changes`: it can be repeated or undone. `destroys`: it cannot be undone, so it needs
 * a confirmation or `--yes`.
 */
type Effect = 'reads' | 'changes' | 'destroys'

type ErrorKind = new (...given: never[]) => Error

type Transaction = 'one' | 'own' | 'none'

export type Action<Args extends Fields = Fields, Options extends Fields = Fields> = {
  /** A line of the help, such as `Shows everything about one person`. */
  summary: string
  /** Further lines of the help, below the options. */
  details?: string
  /** The arguments in their order. Only the last ones may be optional. */
  args?: Args
  /** The options by their names without dashes. */
  options?: Options
  effect: Effect
  /**
   * `one` (the default) runs the changes and the line of the audit log in one transaction, which a dry run rolls back. `own` is for
   * actions that call a provider, write files or work in batches: they must obey `isDryRun` themselves. `none` opens no database.
   */
  transaction?: Transaction | ((input: Values<Args> & Values<Options>) => Transaction)
  run: (context: Context, input: Values<Args> & Values<Options>) => Promise<Result>
}

export type Noun = {
  /**
   * Refusals of the domain, whose text is written for a terminal; the exit code is 2. Other errors may quote a row, so only their kind is
   * shown.
   */
  refusals?: readonly ErrorKind[]
  /** Failures of a server or of a program such as ffmpeg, whose text is written for a terminal; the exit code is 1. */
  failures?: readonly ErrorKind[]
} & (
  | { actions: Record<string, Action> }
  /** A noun without verbs, such as `./pardeh import FILE`. */
  | { only: Action }
)

/** Lets `run` infer the types of its fields. */
export function defineAction<Args extends Fields, Options extends Fields>(
  given: Action<Args, Options>,
): Action {
  return given as unknown as Action
}
