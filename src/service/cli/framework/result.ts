import type { Cell, Column } from './table.ts'

/** What an action found or did. `data` is printed with --json, the rest in a terminal. */
export type Result = {
  data: unknown
  /** In the order of printing: lines, tables, blocks of text. */
  print: readonly Part[]
  /** Part of what was asked for could not be done; the exit code is 1. */
  isIncomplete?: boolean
  /** What the audit log keeps: on whom or what, and how it was changed. Never a whole mobile number, token or text of a person. */
  audit?: Audit
}
export type Audit = { target: string; details?: Record<string, unknown> }

export type Part =
  | string
  /** A text of several lines, each behind a bar, so that none can be taken for a line of the command. */
  | { block: string }
  | { columns: readonly Column[]; rows: readonly (readonly Cell[])[] }
