/** Calls that the adapter makes to an OpenSearch server: searches, document changes, indexes and aliases. */
import {
  CircuitState,
  ConsecutiveBreaker,
  circuitBreaker,
  ExponentialBackoff,
  handleWhen,
  retry,
} from 'cockatiel'
import { z } from 'zod'
import type { Deps } from '../../../platform/deps.ts'
import { type Search, searchBody } from './queries.ts'
import { isOutage, isWorthRetry, SearchEngineError } from './search-engine-error.ts'
import { createSearchMetrics } from './search-metrics.ts'
import { createTransport, type Exchange, statusError } from './transport.ts'

export type Hit = { id: string; text: string; type: string; order: number }
export type Change = {
  id: string
  /** Document as JSON; null deletes it. */
  document: string | null
}
type BulkTarget = {
  index: string
  /** False for an index that has no alias yet. */
  isAlias: boolean
  /** Version of these changes; a document with a newer version is kept. */
  version: number
}

export type OpenSearchClient = {
  /**
   * Sends all searches in one request and returns the hits of each, the best first.
   * @throws SearchEngineError, BrokenCircuitError
   */
  search: (searches: readonly Search[]) => Promise<Hit[][]>
  /** @returns the number of documents with a newer version @throws SearchEngineError */
  bulk: (target: BulkTarget, changes: readonly Change[]) => Promise<number>
  createIndex: (index: string, body: object) => Promise<void>
  /** Makes changes visible to searches. */
  refresh: (indexes: readonly string[]) => Promise<void>
  /** Returns the indexes that match one of the patterns, with their aliases. */
  aliases: (patterns: readonly string[]) => Promise<ReadonlyMap<string, readonly string[]>>
  /** Updates all aliases atomically. */
  updateAliases: (actions: readonly object[]) => Promise<void>
  isUp: () => boolean
}

const SEARCH_MS = 2_000
/**
 * Time limit in ms. Including retries it stays below the time that the database lets a transaction wait
 * (src/service/platform/db/connection.ts).
 */
const WRITE_MS = 8_000
const RETRIES = { search: 1, write: 2 }
const RETRY_PAUSES = new ExponentialBackoff({ initialDelay: 50, maxDelay: 1_000 })
/** After this many failed searches the server gets no requests for a while. */
const FAILURES = 5
export const PAUSE_MS = 5_000

const Replies = z.object({
  responses: z.array(
    z.object({
      status: z.number().optional(),
      error: z.object({ type: z.string() }).optional(),
      timed_out: z.boolean().optional(),
      _shards: z.object({ failed: z.number() }).optional(),
      hits: z
        .object({
          hits: z.array(
            z.object({
              _id: z.string(),
              _source: z.object({
                text: z.string(),
                type: z.string().default(''),
                order: z.number(),
              }),
            }),
          ),
        })
        .optional(),
    }),
  ),
})
const BulkReply = z.object({
  items: z.array(z.record(z.string(), z.object({ status: z.number() }))).default([]),
})
const AliasReply = z.record(
  z.string(),
  z.object({ aliases: z.record(z.string(), z.unknown()).default({}) }),
)

export type ClientOptions = {
  /** Returns the alias under which a kind is searched. */
  aliasOf: (kind: Search['kind']) => string
  pauseMs?: number
  searchMs?: number
}

export function createOpenSearchClient(
  address: string,
  deps: Pick<Deps, 'fetch' | 'log' | 'metrics'>,
  { aliasOf, pauseMs = PAUSE_MS, searchMs = SEARCH_MS }: ClientOptions,
): OpenSearchClient {
  const send = createTransport(address, deps)
  const metrics = createSearchMetrics(deps.metrics.registry)
  const breaker = circuitBreaker(handleWhen(isOutage), {
    halfOpenAfter: pauseMs,
    breaker: new ConsecutiveBreaker(FAILURES),
  })
  breaker.onBreak(() => deps.log.warn('searches are paused: the search engine keeps failing'))
  breaker.onReset(() => deps.log.info('the search engine responds again'))
  const repeated = (maxAttempts: number) =>
    retry(handleWhen(isWorthRetry), { maxAttempts, backoff: RETRY_PAUSES })
  const repeatedSearch = repeated(RETRIES.search)
  const repeatedWrite = repeated(RETRIES.write)
  const isUp = () => breaker.state !== CircuitState.Open
  metrics.watch(isUp)

  async function searchOnce(searches: readonly Search[]): Promise<Hit[][]> {
    const lines = searches.flatMap(one => [{ index: aliasOf(one.kind) }, searchBody(one)])
    const reply = await send({
      method: 'POST',
      path: '/_msearch',
      body: lines.map(line => `${JSON.stringify(line)}\n`).join(''),
      ms: searchMs,
    })
    const { responses } = parsed(Replies, reply)
    if (responses.length !== searches.length) throw malformed()
    return responses.map(({ status = 200, error, hits, ...rest }) => {
      if (status >= 300 || error) throw statusError(status, { error })
      if (rest.timed_out || (rest._shards?.failed ?? 0) > 0)
        throw new SearchEngineError('timeout', 'the response is incomplete: shards failed')
      if (!hits) throw malformed()
      return hits.hits.map(({ _id, _source }) => ({ id: _id, ..._source }))
    })
  }

  function write(exchange: Pick<Exchange, 'method' | 'path' | 'body'>): Promise<unknown> {
    return send({ ...exchange, ms: WRITE_MS })
  }

  /** Runs an operation that may be repeated, with retries. */
  function repeatedly<T>(run: () => Promise<T>): Promise<T> {
    return repeatedWrite.execute(() => metrics.observe('write', run))
  }

  async function once(exchange: Parameters<typeof write>[0]): Promise<void> {
    await metrics.observe('write', () => write(exchange))
  }

  /** The same version twice changes nothing, so the call may be repeated. */
  async function bulkOnce({ index, isAlias, version }: BulkTarget, changes: readonly Change[]) {
    const reply = await write({
      method: 'POST',
      path: `/${index}/_bulk?require_alias=${isAlias}&filter_path=items.*.status`,
      body: changes.map(change => linesOf(change, version)).join(''),
    })
    const { items } = parsed(BulkReply, reply)
    if (items.length !== changes.length) throw malformed()
    return items.filter(item => isConflict(item)).length
  }

  async function readAliases(patterns: readonly string[]) {
    const reply = await write({ method: 'GET', path: `/${patterns.join(',')}/_alias` })
    const found = Object.entries(parsed(AliasReply, reply))
    return new Map(found.map(([index, { aliases }]) => [index, Object.keys(aliases)]))
  }

  return {
    isUp,
    search: searches =>
      breaker.execute(() =>
        repeatedSearch.execute(() => metrics.observe('search', () => searchOnce(searches))),
      ),
    bulk: async (target, changes) =>
      changes.length === 0 ? 0 : repeatedly(() => bulkOnce(target, changes)),
    aliases: patterns => repeatedly(() => readAliases(patterns)),
    createIndex: (index, body) => once({ method: 'PUT', path: `/${index}`, body }),
    refresh: indexes => once({ method: 'POST', path: `/${indexes.join(',')}/_refresh` }),
    updateAliases: actions => once({ method: 'POST', path: '/_aliases', body: { actions } }),
  }
}

function linesOf({ id, document }: Change, version: number): string {
  const target = { _id: id, version, version_type: 'external_gte' }
  if (document === null) return `${JSON.stringify({ delete: target })}\n`
  return `${JSON.stringify({ index: target })}\n${document}\n`
}

/** @throws SearchEngineError for a document that was rejected */
function isConflict(item: Record<string, { status: number }>): boolean {
  const [[action, { status }] = ['', { status: 500 }]] = Object.entries(item)
  if (status === 409) return true
  if (status >= 300 && !(action === 'delete' && status === 404)) throw statusError(status, null)
  return false
}

/** Validates a response. @throws SearchEngineError */
function parsed<T>(schema: z.ZodType<T>, reply: unknown): T {
  const { data, success } = schema.safeParse(reply)
  if (!success) throw malformed()
  return data
}

function malformed(): SearchEngineError {
  return new SearchEngineError('malformed', 'the response is malformed')
}
