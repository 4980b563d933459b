/** Puts the service together from its environment: database, migrations, demo, jobs, app. */
import { randomBytes, randomInt } from 'node:crypto'
import { Redis } from 'ioredis'
import type { Logger } from 'pino'
import { smsSender } from './adapters/sms/sms.ts'
import { createApp } from './app.ts'
import { revalidateVersion } from './catalogue/version-cache.ts'
import { registerPaymentGauges } from './checkout/payment-gauges.ts'
import { migrate } from './db/migrate.ts'
import { startDatabase } from './db/start.ts'
import { seedIfEmpty } from './demo/seed.ts'
import type { Deps } from './deps.ts'
import type { Env } from './env.ts'
import { boundedBody } from './http/bounded.ts'
import { createGuardedGet } from './http/guarded-get.ts'
import { listenForInvalidation } from './http/invalidate.ts'
import { createLimits } from './http/limit.ts'
import { createMetrics } from './http/metrics.ts'
import type { RequestContext } from './http/router.ts'
import { createJobs } from './jobs/jobs.ts'
import { registerJobs } from './jobs/register.ts'
import { deriveKey } from './keys.ts'
import { createLog } from './log.ts'
import { searchIndexes } from './search/search-index.ts'
import { leftInBudgets } from './sms/budget.ts'

/** Of a reply of a service elsewhere; pages read it whole. Media are passed on as they come. */
const JSON_BYTES = 16 * 1024 * 1024

export type Service = {
  log: Logger
  deps: Deps
  stateKey: Uint8Array
  call: (request: Request, from: RequestContext) => Promise<Response>
  isReady: () => Promise<boolean>
  metrics: () => Promise<string>
  mayReadMetrics: (address: string, authorization: string | undefined) => boolean
  stop: () => Promise<void>
}
export type ServiceOptions = {
  onInvalidate?: (tags: string[]) => void
  overrides?: Partial<Deps>
  port?: number
}

export async function startService(env: Env, options: ServiceOptions = {}): Promise<Service> {
  const log = createLog(env.LOG_LEVEL)
  const stateKey = deriveKey(env.SECRET, 'state-cookie')
  const metrics = createMetrics()
  if (env.API_BASE_URL) return remoteService(env, log, stateKey, metrics)

  const database = await startDatabase(env, log)
  await migrate(database.pool)
  const redis = env.REDIS_URL
    ? new Redis(env.REDIS_URL, {
        commandTimeout: 200,
        maxRetriesPerRequest: 1,
        enableOfflineQueue: false,
        lazyConnect: false,
      })
    : null
  redis?.on('error', error => log.warn({ err: error }, 'redis'))
  const jobs = await createJobs(database, log)
  const origin = `http://${/^(0\.0\.0\.0|::)$/.test(env.HOST) ? '127.0.0.1' : env.HOST}:${options.port ?? env.PORT}`
  const deps: Deps = {
    env,
    db: database.db,
    now: () => new Date(),
    random: {
      bytes: length => randomBytes(length),
      digits: length => Array.from({ length }, () => randomInt(10)).join(''),
    },
    key: purpose => deriveKey(env.SECRET, purpose),
    sms: smsSender({ env, db: database.db, log, metrics }),
    jobs,
    limits: createLimits(database.pool, redis),
    metrics,
    log,
    fetch: globalThis.fetch,
    guardedGet: createGuardedGet(),
    invalidate: async tags => {
      await database.pool.query('select pg_notify($1, $2)', ['pardeh_pages', JSON.stringify(tags)])
    },
    selfOrigin: () => origin,
    ...options.overrides,
  }
  metrics.gauge('pardeh_sms_left', 'Messages left in each budget', 'window', () =>
    leftInBudgets(deps),
  )
  registerPaymentGauges(deps)
  await seedIfEmpty(deps)
  await registerJobs(deps)
  await jobs.start()
  const unlisten = await listenForInvalidation(
    database,
    tags => {
      revalidateVersion()
      options.onInvalidate?.(tags)
    },
    log,
  )
  // The first search does not wait for what all searches read.
  searchIndexes(deps).catch(error => log.warn({ err: error }, 'names not read yet'))
  const app = createApp(deps)
  return {
    log,
    deps,
    stateKey,
    call: async (request, from) => metrics.observe(request, async () => app.fetch(request, from)),
    isReady: async () => database.isReachable(),
    metrics: () => metrics.text(),
    mayReadMetrics: metricsGuard(env),
    stop: async () => {
      await unlisten()
      await jobs.stop()
      redis?.disconnect()
      await database.stop()
    },
  }
}

/** Pages here, the service elsewhere: calls go over HTTP and nothing else of the service runs. */
function remoteService(
  env: Env,
  log: Logger,
  stateKey: Uint8Array,
  metrics: ReturnType<typeof createMetrics>,
): Service {
  const base = (env.API_BASE_URL as string).replace(/\/$/, '')
  return {
    log,
    deps: undefined as never,
    stateKey,
    call: async (request, from) => {
      const { pathname, search } = new URL(request.url)
      const headers = new Headers(request.headers)
      if (from.address) headers.set('x-forwarded-for', from.address)
      headers.set('x-request-id', from.requestId)
      const hasBody = request.method !== 'GET' && request.method !== 'HEAD'
      try {
        const reply = await fetch(base + pathname + search, {
          method: request.method,
          headers,
          redirect: 'manual',
          ...(hasBody ? { body: await request.arrayBuffer() } : {}),
        })
        // fetch has unpacked the body already.
        const plain = new Headers(reply.headers)
        for (const name of [
          'content-encoding',
          'content-length',
          'transfer-encoding',
          'connection',
          'keep-alive',
        ])
          plain.delete(name)
        const isJson = /^application\/json\b/.test(plain.get('content-type') ?? '')
        const body = isJson ? boundedBody(reply.body, JSON_BYTES) : reply.body
        return new Response(body, { status: reply.status, headers: plain })
      } catch (error) {
        log.warn({ err: error }, 'service unreachable')
        const meta = {
          operation_result: 'unavailable',
          operation_result_code: 50300,
          retry_after: 5,
        }
        return Response.json({ data: null, meta }, { status: 503, headers: { 'Retry-After': '5' } })
      }
    },
    isReady: async () => {
      try {
        return (await fetch(`${base}/readyz`, { signal: AbortSignal.timeout(1_000) })).ok
      } catch {
        return false
      }
    },
    metrics: () => metrics.text(),
    mayReadMetrics: metricsGuard(env),
    stop: async () => undefined,
  }
}

function metricsGuard(env: Env): Service['mayReadMetrics'] {
  return (address, authorization) =>
    env.METRICS_TOKEN
      ? authorization === `Bearer ${env.METRICS_TOKEN}`
      : address === '127.0.0.1' || address === '::1'
}
