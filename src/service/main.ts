/** Starts the service from its settings (database, migrations, demo, jobs, app), or connects to the one at API_BASE_URL. */

import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import { setBrandName } from '#src/lib/i18n/brand-name.ts'
import { authorize } from './accounts/session/authorize.ts'
import { createApp } from './app.ts'
import { keepSearchFresh } from './catalogue/search/keep-fresh.ts'
import { createSearchEngine } from './catalogue/search/search-engine-of.ts'
import { CATALOGUE_CHANNEL, revalidateVersion } from './catalogue/titles/catalogue-cache.ts'
import { registerBackups } from './operations/backup/backup.jobs.ts'
import { seedIfEmpty } from './operations/demo/seed.ts'
import { registerGauges } from './operations/gauges.ts'
import { registerJobs } from './operations/jobs/register.ts'
import { registerVideoJobs } from './operations/video/encode-upload.ts'
import { createProviders } from './platform/adapters/providers.ts'
import { smsSender } from './platform/adapters/sms/sms-sender.ts'
import { readBrand } from './platform/brand/read-brand.ts'
import { databaseNow, registerClockGauge, startDatabaseClock } from './platform/db/clock.ts'
import { openListener } from './platform/db/listen.ts'
import { faultCounter, registerDatabaseGauges } from './platform/db/metrics.ts'
import { migrate } from './platform/db/migrate.ts'
import { observeDatabase } from './platform/db/query-metrics.ts'
import { checkRehearsal } from './platform/db/rehearsal.ts'
import { registerReplicaGauges } from './platform/db/replica.ts'
import { startDatabase, type WatchedDatabase } from './platform/db/start.ts'
import type { Deps } from './platform/deps.ts'
import type { Env } from './platform/env.ts'
import { loopbackHost } from './platform/http/address.ts'
import { callDirectly, type DirectAnswer, type DirectCall } from './platform/http/direct-call.ts'
import { createGuardedGet, createGuardedRead } from './platform/http/guarded-get.ts'
import { createGuardedPost } from './platform/http/guarded-post.ts'
import { createMetrics } from './platform/http/metrics.ts'
import { createLimits } from './platform/http/rate-limits.ts'
import type { RequestContext } from './platform/http/request-context.ts'
import { startTracing } from './platform/http/tracing.ts'
import { createJobs } from './platform/jobs/jobs.ts'
import { createKeyring, type KeySet, keySet } from './platform/keys.ts'
import { nodeLog } from './platform/log.ts'
import { registerPurge } from './platform/nodes/cdn-purge.ts'
import { type ChangeFeed, createChangeFeed } from './platform/nodes/change-feed.ts'
import { createChangeReceiver, type ReceiverOptions } from './platform/nodes/change-receiver.ts'
import { readChangeStream } from './platform/nodes/change-stream.ts'
import { listenForInvalidation, notifyInvalidation } from './platform/nodes/invalidation.ts'
import { closeRedis, connectRedis } from './platform/nodes/redis.ts'
import { publishChanges, subscribeToChanges } from './platform/nodes/redis-changes.ts'
import { connectService } from './platform/nodes/remote.ts'
import { nodeKey } from './platform/nodes/visitor-signature.ts'
import { systemRandom } from './platform/random.ts'
import { withRequestId } from './platform/request-id.ts'
import { startLive } from './watching/live/start-live.ts'
import { flushWatchDays } from './watching/player/watch-days.ts'

type Common = {
  log: Logger
  /** Keys that sign the `state` cookie. */
  stateKeys: KeySet
  call: (request: Request, context: RequestContext) => Promise<Response>
  /** Reasons why the service is not ready, for /readyz: `database`, `clock`, `search`, `service`; empty if it is ready. */
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
type RemoteService = Common & { kind: 'remote' }
export type Service = LocalService | RemoteService
export type ServiceOptions = {
  /** Called with the tags of pages that are out of date; `*` means all pages. */
  onInvalidate?: (tags: string[]) => void
  /** Called if invalidations may have been missed: any page may be out of date. */
  onMissed?: () => void
  /** Called with false while invalidations may be missed. */
  onConnection?: (isConnected: boolean) => void
  /** Lets the caller register its own gauges. */
  onRegistry?: (registry: Registry) => void
  port?: number
  /** The database of the caller, who must stop it; without one the service starts its own. */
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
  { onInvalidate, onMissed, onConnection }: ServiceOptions,
  watch: Pick<ReceiverOptions, 'log' | 'registry'>,
): ReceiverOptions {
  return {
    onTags: tags => onInvalidate?.(tags),
    onMissed: () => onMissed?.(),
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
  const listener = await openListener(database.directUrl, log)
  const jobs = await createJobs(
    { pool: database.directPool },
    { log, onAttempt: metrics.job, listener },
  )
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
    authorize,
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
  await registerVideoJobs(deps)
  const purge = registerPurge(deps)
  if (isRehearsal) log.warn('jobs are off: the database was restored and is not live')
  else await jobs.start()
  // Pages may have changed while no node was running to receive the change.
  purge?.missed()
  const changes = createChangeFeed()
  const receiver = createChangeReceiver(
    receiverOptions(options, { log, registry: metrics.registry }),
  )
  changes.subscribe(receiver.accept)
  if (redis) publishChanges(changes, redis)
  await listenForInvalidation(listener, {
    onTags: tags => {
      revalidateVersion()
      database.replica?.expectChange()
      changes.publish(tags)
      purge?.change(tags)
    },
    onMissed: () => {
      revalidateVersion()
      database.replica?.expectChange()
      changes.miss()
      purge?.missed()
    },
    onAlive: changes.beat,
  })
  const search = createSearchEngine(deps)
  const freshSearch = keepSearchFresh(search, log)
  const expectChange = () => {
    revalidateVersion()
    database.replica?.expectChange()
    freshSearch.expectChange()
  }
  await listener.subscribe({
    channel: CATALOGUE_CHANNEL,
    onMessage: expectChange,
    onResume: expectChange,
  })
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
      freshSearch.stop()
      receiver.stop()
      await stopLive()
      await listener.stop()
      await flushWatchDays(deps).catch(error => log.warn({ err: error }, 'views not counted'))
      if (!isRehearsal) await jobs.stop(database.fault() ? 0 : undefined)
      if (redis) closeRedis(redis)
      if (!options.database) await database.stop()
    },
  }
}
