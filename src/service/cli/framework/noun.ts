/** `npm run <noun> -- <action>`: what a noun has, before anything of the service is loaded. */
import type { Context } from './context.ts'
import type { Fields, Values } from './fields.ts'
import type { Result } from './result.ts'

/**
 * What an action does to the data. `reads`: nothing. `changes`: it can be done again or undone. `destroys`: it cannot be undone, so it is
 * confirmed or has `--yes`.
 */
export type Effect = 'reads' | 'changes' | 'destroys'

type Transaction = 'one' | 'own' | 'none'

export type Action<Args extends Fields = Fields, Options extends Fields = Fields> = {
  /** A line of the help, such as `Shows everything about one person`. */
  summary: string
  /** Further lines below the options. */
  details?: string
  /** In their order. Only the last ones may be optional. */
  args?: Args
  /** By their names without dashes. */
  options?: Options
  effect: Effect
  /**
   * Its changes, and the line of the audit log, are in one transaction; a dry run is that transaction rolled back. `own` is for actions that
   * call a provider, write files or work in batches: they obey `isDryRun` themselves. `none` needs no database.
   */
  transaction?: Transaction | ((input: Values<Args> & Values<Options>) => Transaction)
  run: (context: Context, input: Values<Args> & Values<Options>) => Promise<Result>
}

export type Noun = {
  /** A line of the list of commands. */
  summary: string
  /** Errors whose text is written for a terminal; of others only the kind is told, since they may quote a row. */
  told?: readonly (new (
    ...given: never[]
  ) => Error)[]
} & (
  | { actions: Record<string, Action> }
  /** `npm run import -- FILE`: without the name of an action. */
  | { only: Action }
)

/** Keeps the types of the fields for `run`. */
export function action<Args extends Fields, Options extends Fields>(
  given: Action<Args, Options>,
): Action {
  return given as unknown as Action
}
