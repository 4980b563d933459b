/** Sends a sample of the errors to a Sentry-compatible server, one envelope each, without its SDK of 138 MB. */
import { randomUUID } from 'node:crypto'
import { ERROR_SAMPLE_RATE } from '#src/contract/sampling.ts'
import type { Deps } from '../deps.ts'
import type { SafeError } from '../safe-error.ts'

/** Created by `safeError` or `masked`, since reports leave the operator's network. */
export type Report = {
  error: SafeError
  /** The pattern of the route, not the path of the request. */
  where: string
  requestId?: string
  level?: 'error' | 'warning'
}
type Target = { url: string; auth: string; dsn: string }

/** Sends a report in the background, if `chance` (0 to 1) is below ERROR_SAMPLE_RATE. */
export function reportError(
  deps: Pick<Deps, 'env' | 'fetch' | 'log' | 'now'>,
  given: Report,
  chance = Math.random(),
): void {
  const target = deps.env.SENTRY_DSN ? sentryTarget(deps.env.SENTRY_DSN) : null
  if (!target || chance >= ERROR_SAMPLE_RATE) return
  deps
    .fetch(target.url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-sentry-envelope', 'X-Sentry-Auth': target.auth },
      body: envelope(given, target.dsn, deps.now()),
      signal: AbortSignal.timeout(3_000),
    })
    .then(reply => reply.body?.cancel())
    .catch(failure => deps.log.warn({ err: failure }, 'the error reporter did not answer'))
}

/** Returns the URL for envelopes of a DSN https://KEY@HOST/PROJECT. */
export function sentryTarget(dsn: string): Target {
  const { protocol, host, pathname, username } = new URL(dsn)
  const cut = pathname.lastIndexOf('/')
  return {
    dsn,
    url: `${protocol}//${host}${pathname.slice(0, cut)}/api/${pathname.slice(cut + 1)}/envelope/`,
    auth: `Sentry sentry_version=7, sentry_client=pardeh/1, sentry_key=${username}`,
  }
}

function envelope(
  { error, where, requestId, level = 'error' }: Report,
  dsn: string,
  now: Date,
): string {
  const event_id = randomUUID().replaceAll('-', '')
  const event = {
    event_id,
    timestamp: now.toISOString(),
    platform: 'node',
    level,
    transaction: where,
    exception: { values: [{ type: error.type, value: error.message }] },
    tags: { code: error.code, query: error.query, request_id: requestId },
    extra: error,
  }
  const header = { event_id, dsn, sent_at: now.toISOString() }
  return [header, { type: 'event' }, event].map(line => JSON.stringify(line)).join('\n')
}
