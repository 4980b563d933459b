import type { Cell, Column } from './table.ts'

/** The result of an action. With --json `data` is printed, in a terminal the rest. */
export type Result = {
  data: unknown
  /** Lines, tables and blocks of text, in the order of printing. */
  print: readonly Part[]
  /** True if some of the requested work could not be done; the exit code is then 1. */
  isIncomplete?: boolean
  /**
   * The target and details for the audit log; a list has a line for each changed row. Must not contain a whole mobile number, a token or a
   * text of a user.
   */
  audit?: Audit | readonly Audit[]
}
export type Audit = { target: string; details?: Record<string, unknown> }

export type Part =
  | string
  /** A text of several lines. Each line gets a bar in front, so that it cannot be mistaken for output of the command. */
  | { block: string }
  | { columns: readonly Column[]; rows: readonly (readonly Cell[])[] }
