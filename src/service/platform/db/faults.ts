/** Failures of the database that may be temporary, or that an operator can fix: callers may try again. */
import { databaseError } from './errors.ts'

/** Names of the faults, which are also labels of the metric `pardeh_database_errors_total`. */
export const DATABASE_FAULTS = [
  'connection',
  'timeout',
  'pool_exhausted',
  'too_many_connections',
  'restarting',
  'read_only',
  'disk_full',
  'out_of_memory',
] as const
export type DatabaseFault = (typeof DATABASE_FAULTS)[number]

const BY_SQLSTATE: ReadonlyArray<readonly [RegExp, DatabaseFault]> = [
  [/^08(?!P01)/, 'connection'],
  [/^57P0[1235]$/, 'restarting'],
  [/^53300$/, 'too_many_connections'],
  [/^(53100|58030)$/, 'disk_full'],
  [/^(53200|53400)$/, 'out_of_memory'],
  [/^25006$/, 'read_only'],
  [/^(57014|55P03|25P0[34])$/, 'timeout'],
]
const BY_SYSTEM_CODE =
  /^(ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ENOENT|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/
/** Errors of the driver, which have no code. */
const BY_MESSAGE: ReadonlyArray<readonly [RegExp, DatabaseFault]> = [
  [/^timeout exceeded when trying to connect$/, 'pool_exhausted'],
  [/^Query read timeout$/, 'timeout'],
  [
    /^(Connection terminated|Client was closed|Client has encountered a connection error)/,
    'connection',
  ],
  [/^(timeout expired|Cannot use a pool after calling end)/, 'connection'],
]

/** Returns the fault behind an error; null if it is another kind of error. */
export function databaseFault(error: unknown): DatabaseFault | null {
  if (!(error instanceof Error)) return null
  return sqlFault(error) ?? driverFault(error) ?? databaseFault(error.cause)
}

function sqlFault(error: Error): DatabaseFault | null {
  const found = databaseError(error)
  if (!found?.code) return null
  // A server reports our mistakes with this code; a pooler ends a connection with it if it cannot reach the server.
  if (found.code === '08P01') return found.severity === 'FATAL' ? 'connection' : null
  return BY_SQLSTATE.find(([pattern]) => pattern.test(found.code ?? ''))?.[1] ?? null
}

function driverFault(error: Error): DatabaseFault | null {
  const { code } = error as { code?: unknown }
  if (typeof code === 'string' && BY_SYSTEM_CODE.test(code)) return 'connection'
  return BY_MESSAGE.find(([pattern]) => pattern.test(error.message))?.[1] ?? null
}
