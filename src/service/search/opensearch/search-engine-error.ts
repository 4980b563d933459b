/** What an OpenSearch server did instead of answering. */
export type SearchFault = 'timeout' | 'network' | 'status' | 'malformed'

/** Holds nothing of the query, the address or the credentials. */
export class SearchEngineError extends Error {
  readonly reason: SearchFault
  /** Of HTTP, or of one search or document in a reply. */
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

/** Whether the server is out of order; it is not where it rejects what was asked. */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof SearchEngineError)) return false
  const { reason, status = 0 } = error
  return reason !== 'status' || status >= 500 || status === 429
}

/** Whether the same again may succeed at once: no connection, or a server that says it is busy. */
export function isWorthRetry(error: unknown): boolean {
  if (!(error instanceof SearchEngineError)) return false
  const { reason, status = 0 } = error
  return reason === 'network' || (reason === 'status' && [429, 502, 503, 504].includes(status))
}
