import pg from 'pg'

/** Returns the error of PostgreSQL inside its wrappers: `code` is the SQLSTATE, `constraint` the violated rule. */
export function databaseError(error: unknown): pg.DatabaseError | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof pg.DatabaseError) return cause
  }
  return null
}

/** True if the error is a violation of this constraint, unique index or trigger. */
export function isViolationOf(error: unknown, constraint: string): boolean {
  return databaseError(error)?.constraint === constraint
}
