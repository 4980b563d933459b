/** Kinds of failures of an OpenSearch server. */
type SearchFault = 'timeout' | 'network' | 'status' | 'malformed'

/** Contains no part of the query, the address or the credentials. */
export class SearchEngineError extends Error {
  readonly reason: SearchFault
  /** HTTP status, or the status of one search or document in a response. */
  readonly status: number | undefined
  constructor(
    reason: SearchFault,
    message: string,
    options: ErrorOptions & { status?: number } = {},
  ) {
    super(message, options)
    this.name = 'SearchEngineError'
    this.reason = reason
    this.status = options.status
  }
}

/** True if the server is unavailable; false if it rejected the request. */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof SearchEngineError)) return false
  const { reason, status = 0 } = error
  return reason !== 'status' || status >= 500 || status === 429
}

/** True if an immediate retry may succeed: no connection, or a busy server. */
export function isWorthRetry(error: unknown): boolean {
  if (!(error instanceof SearchEngineError)) return false
  const { reason, status = 0 } = error
  return reason === 'network' || (reason === 'status' && [429, 502, 503, 504].includes(status))
}
