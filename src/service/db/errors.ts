import pg from 'pg'

/** PostgreSQL's own error under whatever wraps it: `code` is the SQLSTATE, `constraint` what refused. */
export function databaseError(error: unknown): pg.DatabaseError | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof pg.DatabaseError) return cause
  }
  return null
}

/** Whether this very constraint, unique index or trigger refused. */
export function isViolationOf(error: unknown, constraint: string): boolean {
  return databaseError(error)?.constraint === constraint
}
