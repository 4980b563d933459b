/** Starts the service from its settings: database, migrations, demo, jobs, app; or connects to the one at API_BASE_URL. */
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import { setBrandName } from '#src/lib/i18n/brand-name.ts'
import { createProviders } from './adapters/providers.ts'
import { smsSender } from './adapters/sms/sms-sender.ts'
import { createApp } from './app.ts'
import { registerBackups } from './backup/backup.jobs.ts'
import { readBrand } from './brand/read-brand.ts'
import { revalidateVersion } from './catalogue/version-cache.ts'
import { databaseNow, registerClockGauge, startDatabaseClock } from './db/clock.ts'
import { faultCounter, registerDatabaseGauges } from './db/metrics.ts'
import { migrate } from './db/migrate.ts'
import { observeDatabase } from './db/query-metrics.ts'
import { checkRehearsal } from './db/rehearsal.ts'
import { registerReplicaGauges } from './db/replica.ts'
import { startDatabase, type WatchedDatabase } from './db/start.ts'
import { seedIfEmpty } from './demo/seed.ts'
import type { Deps } from './deps.ts'
import type { Env } from './env.ts'
import { registerGauges } from './gauges.ts'
import { loopbackHost } from './http/address.ts'
import { callDirectly, type DirectAnswer, type DirectCall } from './http/direct-call.ts'
import { createGuardedGet, createGuardedRead } from './http/guarded-get.ts'
import { createGuardedPost } from './http/guarded-post.ts'
import { createMetrics } from './http/metrics.ts'
import { createLimits } from './http/rate-limits.ts'
import type { RequestContext } from './http/request-context.ts'
import { startTracing } from './http/tracing.ts'
import { createJobs } from './jobs/jobs.ts'
import { registerJobs } from './jobs/register.ts'
import { createKeyring, type KeySet, keySet } from './keys.ts'
import { startLive } from './live/start-live.ts'
import { nodeLog } from './log.ts'
import { registerPurge } from './nodes/cdn-purge.ts'
import { type ChangeFeed, createChangeFeed } from './nodes/change-feed.ts'
import { createChangeReceiver, type ReceiverOptions } from './nodes/change-receiver.ts'
import { readChangeStream } from './nodes/change-stream.ts'
import { listenForInvalidation, notifyInvalidation } from './nodes/invalidation.ts'
import { closeRedis, connectRedis } from './nodes/redis.ts'
import { publishChanges, subscribeToChanges } from './nodes/redis-changes.ts'
import { connectService } from './nodes/remote.ts'
import { nodeKey } from './nodes/visitor-signature.ts'
import { flushWatchDays } from './player/watch-days.ts'
import { systemRandom } from './random.ts'
import { withRequestId } from './request-id.ts'
import { keepSearchFresh } from './search/keep-fresh.ts'
import { searchEngineOf } from './search/search-engine-of.ts'

type Common = {
  log: Logger
  /** Signs the `state` cookie. */
  stateKeys: KeySet
  call: (request: Request, context: RequestContext) => Promise<Response>
  /** Why it cannot serve now, for /readyz: `database`, `clock`, `search`, `service`; empty when it can. */
  faults: () => Promise<string[]>
  metrics: () => Promise<string>
  registry: Registry
  stop: () => Promise<void>
}
export type LocalService = Common & {
  kind: 'local'
  deps: Deps
  changes: ChangeFeed
  read: (call: DirectCall) => Promise<DirectAnswer>
}
export type RemoteService = Common & { kind: 'remote' }
export type Service = LocalService | RemoteService
export type ServiceOptions = {
  /** Pages with these tags are out of date; `*` stands for all pages. */
  onInvalidate?: (tags: string[]) => void
  /** False: from now on, invalidations may be missed. */
  onConnection?: (isConnected: boolean) => void
  /** For gauges of the caller. */
  onRegistry?: (registry: Registry) => void
  port?: number
  /** Of the caller, who stops it; without one the service starts its own. */
  database?: WatchedDatabase
}

export async function startService(env: Env, options: ServiceOptions = {}): Promise<Service> {
  const log = nodeLog(env)
  const { API_BASE_URL: baseUrls } = env
  setBrandName(readBrand(env).name)
  const stopTracing = await startTracing(env, log)
  const service = baseUrls
    ? remoteService(env, baseUrls, log, options)
    : await localService(env, log, options)
  const stop = async () => {
    await service.stop()
    await stopTracing()
  }
  return { ...service, stop }
}

function remoteService(
  env: Env,
  baseUrls: string[],
  log: Logger,
  options: ServiceOptions,
): RemoteService {
  const { registry, text } = createMetrics()
  options.onRegistry?.(registry)
  const { call, faults, retry } = connectService({ baseUrls, secret: env.SECRET, log, registry })
  const receiver = createChangeReceiver(receiverOptions(options, { log, registry }))
  const stops = baseUrls.map(baseUrl =>
    readChangeStream({
      baseUrl,
      key: nodeKey(env.SECRET),
      onLine: receiver.accept,
      onOpen: () => retry(baseUrl),
    }),
  )
  const unsubscribe =
    env.REDIS_URL &&
    subscribeToChanges(connectRedis(env.REDIS_URL, { log, registry }), receiver.accept)
  return {
    kind: 'remote',
    log,
    stateKeys: stateKeysOf(env),
    call,
    faults,
    metrics: text,
    registry,
    stop: async () => {
      receiver.stop()
      if (unsubscribe) unsubscribe()
      await Promise.all(stops.map(stop => stop()))
    },
  }
}

function receiverOptions(
  { onInvalidate, onConnection }: ServiceOptions,
  watch: Pick<ReceiverOptions, 'log' | 'registry'>,
): ReceiverOptions {
  return {
    onTags: tags => onInvalidate?.(tags),
    onConnection: isConnected => onConnection?.(isConnected),
    ...watch,
  }
}

function stateKeysOf(env: Env): KeySet {
  return keySet(env, 'state-cookie')
}

async function localService(env: Env, log: Logger, options: ServiceOptions): Promise<LocalService> {
  const metrics = createMetrics()
  options.onRegistry?.(metrics.registry)
  const onFault = faultCounter(metrics.registry)
  const observer = observeDatabase(metrics.registry, log)
  const database = options.database ?? (await startDatabase(env, { log, onFault, observer }))
  registerDatabaseGauges(metrics.registry, database)
  if (database.replica) registerReplicaGauges(metrics.registry, database.replica)
  const clock = await startDatabaseClock(database.pool, { log })
  registerClockGauge(metrics.registry, clock)
  await migrate(database.directUrl, { log })
  const isRehearsal = await checkRehearsal(database.directPool, env)
  const redis = env.REDIS_URL
    ? connectRedis(env.REDIS_URL, { log, registry: metrics.registry })
    : null
  const providers = createProviders({ log, metrics })
  const jobs = await createJobs({ pool: database.directPool }, log, metrics.job)
  const origin = `http://${loopbackHost(env.HOST)}:${options.port ?? env.PORT}`
  const deps: Deps = {
    env,
    db: database.db,
    now: clock.now,
    databaseNow,
    random: systemRandom,
    ...createKeyring(env),
    sms: smsSender({ env, db: database.db, log, metrics, providers }),
    providers,
    jobs,
    limits: createLimits(database.pool, redis),
    metrics,
    log,
    fetch: globalThis.fetch,
    guardedGet: createGuardedGet(),
    guardedRead: createGuardedRead(),
    guardedPost: createGuardedPost(),
    invalidate: tags => notifyInvalidation(database.pool, tags),
    selfOrigin: () => origin,
  }
  registerGauges(deps)
  await seedIfEmpty(deps)
  await registerJobs(deps)
  registerBackups(deps, database.directUrl)
  const purge = registerPurge(deps)
  if (isRehearsal) log.warn('jobs are off: the database was restored and is not live')
  else await jobs.start()
  // Pages may have changed while no node was there to hear of it.
  purge?.(['*'])
  const changes = createChangeFeed()
  const receiver = createChangeReceiver(
    receiverOptions(options, { log, registry: metrics.registry }),
  )
  changes.subscribe(receiver.accept)
  if (redis) publishChanges(changes, redis)
  const unlisten = await listenForInvalidation(database, {
    onTags: tags => {
      revalidateVersion()
      database.replica?.expectChange()
      changes.publish(tags)
      purge?.(tags)
    },
    onAlive: changes.beat,
    log,
  })
  const search = searchEngineOf(deps)
  const leaveSearch = keepSearchFresh(search, log)
  const stopLive = isRehearsal ? async () => undefined : startLive(deps)
  const app = createApp(deps)
  return {
    kind: 'local',
    log,
    deps,
    changes,
    stateKeys: stateKeysOf(env),
    call: async (request, context) =>
      withRequestId(context.requestId, () =>
        metrics.observe(request.method, async () => app.fetch(request, context)),
      ),
    read: call =>
      withRequestId(call.context.requestId, () =>
        metrics.observe('GET', () => callDirectly(deps, call)),
      ),
    faults: async () => [
      ...(database.fault() ? ['database'] : []),
      ...(clock.isSkewed() ? ['clock'] : []),
      ...(search.isReady() ? [] : ['search']),
    ],
    metrics: metrics.text,
    registry: metrics.registry,
    stop: async () => {
      clock.stop()
      leaveSearch()
      receiver.stop()
      await stopLive()
      await unlisten()
      await flushWatchDays(deps).catch(error => log.warn({ err: error }, 'views not counted'))
      if (!isRehearsal) await jobs.stop(database.fault() ? 0 : undefined)
      if (redis) closeRedis(redis)
      if (!options.database) await database.stop()
    },
  }
}
