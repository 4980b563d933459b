/**
 * The service in this process: the database, its jobs, the feed of changes, search and the recorder of live channels. Each part is
 * deferred to `parts` where it starts. They stop in the reverse order: all of them with the service, and those that had started if a
 * later one does not start.
 */

import type { Logger } from 'pino'
import { authorize } from './accounts/session/authorize.ts'
import { createApp } from './app.ts'
import { keepSearchFresh } from './catalogue/search/keep-fresh.ts'
import type { SearchEngine } from './catalogue/search/search-engine.ts'
import { createSearchEngine } from './catalogue/search/search-engine-of.ts'
import { CATALOGUE_CHANNEL, revalidateVersion } from './catalogue/titles/catalogue-cache.ts'
import { registerBackups } from './operations/backup/backup.jobs.ts'
import { seedIfEmpty } from './operations/demo/seed.ts'
import { registerGauges } from './operations/gauges.ts'
import { registerJobs } from './operations/jobs/register.ts'
import { registerVideoJobs } from './operations/video/encode-upload.ts'
import { createProviders } from './platform/adapters/providers.ts'
import { smsSender } from './platform/adapters/sms/sms-sender.ts'
import {
  type DatabaseClock,
  databaseNow,
  registerClockGauge,
  startDatabaseClock,
} from './platform/db/clock.ts'
import { type Listener, openListener } from './platform/db/listen.ts'
import { faultCounter, registerDatabaseGauges } from './platform/db/metrics.ts'
import { migrate } from './platform/db/migrate.ts'
import { observeDatabase } from './platform/db/query-metrics.ts'
import { checkRehearsal } from './platform/db/rehearsal.ts'
import { registerReplicaGauges } from './platform/db/replica.ts'
import { startDatabase, type WatchedDatabase } from './platform/db/start.ts'
import type { Deps } from './platform/deps.ts'
import type { Env } from './platform/env.ts'
import { loopbackHost } from './platform/http/address.ts'
import { type ApiCall, createCallFinder } from './platform/http/api-call.ts'
import { callDirectly } from './platform/http/direct-call.ts'
import { createGuardedGet, createGuardedRead } from './platform/http/guarded-get.ts'
import { createGuardedPost } from './platform/http/guarded-post.ts'
import { createMetrics, type Metrics } from './platform/http/metrics.ts'
import { createLimits } from './platform/http/rate-limits.ts'
import { createJobs } from './platform/jobs/jobs.ts'
import { createKeyring } from './platform/keys.ts'
import { type CdnPurge, registerPurge } from './platform/nodes/cdn-purge.ts'
import { type ChangeFeed, createChangeFeed } from './platform/nodes/change-feed.ts'
import { createChangeReceiver } from './platform/nodes/change-receiver.ts'
import { listenForInvalidation, notifyInvalidation } from './platform/nodes/invalidation.ts'
import { closeRedis, connectRedis, type RedisClient } from './platform/nodes/redis.ts'
import { publishChanges } from './platform/nodes/redis-changes.ts'
import { systemRandom } from './platform/random.ts'
import { withRequestId } from './platform/request-id.ts'
import {
  type LocalService,
  receiverOptions,
  type ServiceOptions,
  stateCookieKeys,
} from './service.ts'
import { startLive } from './watching/live/start-live.ts'
import { flushWatchDays } from './watching/player/watch-days.ts'

/** What the parts share. */
type Base = {
  env: Env
  log: Logger
  metrics: Metrics
  options: ServiceOptions
  database: WatchedDatabase
  clock: DatabaseClock
  redis: RedisClient | null
  listener: Listener
  /** The database was restored for a rehearsal: no jobs run and no channel is recorded. */
  isRehearsal: boolean
}

/** @throws StartError, EnvError, or the error of the part that did not start */
export async function startLocalService(
  env: Env,
  log: Logger,
  options: ServiceOptions,
): Promise<LocalService> {
  const metrics = createMetrics()
  options.onRegistry?.(metrics.registry)
  await using parts = new AsyncDisposableStack()
  const base = await startBase(parts, { env, log, metrics, options })
  const { database, clock } = base
  const deps = await createDeps(base)
  registerGauges(deps)
  await seedIfEmpty(deps)
  const purge = await startJobs(parts, deps, base)
  const changes = await startChanges(parts, base, purge)
  const search = await startSearch(parts, deps, base)
  if (!base.isRehearsal) parts.defer(startLive(deps))
  const app = createApp(deps)
  const findCall = createCallFinder(deps)
  const running = parts.move()
  return {
    kind: 'local',
    log,
    deps,
    changes,
    stateKeys: stateCookieKeys(env),
    call: async (request, context) =>
      withRequestId(context.requestId, () =>
        metrics.observe(request.method, async () => app.fetch(request, context)),
      ),
    read: call =>
      withRequestId(call.context.requestId, () =>
        metrics.observe('GET', () => callDirectly(deps, call)),
      ),
    find: (method, path) => {
      const found = findCall(method, path)
      if (!found) return null
      const answer = (call: ApiCall) =>
        withRequestId(call.context.requestId, () =>
          metrics.observe(method, () => found.answer(call)),
        )
      return { ...found, answer }
    },
    faults: async () => [
      ...(database.fault() ? ['database'] : []),
      ...(clock.isSkewed() ? ['clock'] : []),
      ...(search.isReady() ? [] : ['search']),
    ],
    metrics: metrics.text,
    registry: metrics.registry,
    stop: () => running.disposeAsync(),
  }
}

/** Starts the database, its clock, Redis and the connection for notifications, and migrates. */
async function startBase(
  parts: AsyncDisposableStack,
  { env, log, metrics, options }: Pick<Base, 'env' | 'log' | 'metrics' | 'options'>,
): Promise<Base> {
  const { registry } = metrics
  const database = options.database ?? (await startOwnDatabase(parts, env, log, metrics))
  registerDatabaseGauges(registry, database)
  if (database.replica) registerReplicaGauges(registry, database.replica)
  const clock = await startDatabaseClock(database.pool, { log })
  parts.defer(clock.stop)
  registerClockGauge(registry, clock)
  await migrate(database.directUrl, { log })
  const isRehearsal = await checkRehearsal(database.directPool, env)
  const redis = env.REDIS_URL ? connectRedis(env.REDIS_URL, { log, registry }) : null
  if (redis) parts.defer(() => closeRedis(redis))
  const listener = await openListener(database.directUrl, log)
  parts.defer(listener.stop)
  return { env, log, metrics, options, database, clock, redis, listener, isRehearsal }
}

async function startOwnDatabase(
  parts: AsyncDisposableStack,
  env: Env,
  log: Logger,
  { registry }: Metrics,
): Promise<WatchedDatabase> {
  const onFault = faultCounter(registry)
  const observer = observeDatabase(registry, log)
  const database = await startDatabase(env, { log, onFault, observer })
  parts.defer(database.stop)
  return database
}

async function createDeps(base: Base): Promise<Deps> {
  const { env, log, metrics, options, database, clock, redis, listener } = base
  const { db, pool, directPool } = database
  const providers = createProviders({ log, metrics })
  const origin = `http://${loopbackHost(env.HOST)}:${options.port ?? env.PORT}`
  return {
    env,
    db,
    now: clock.now,
    databaseNow,
    random: systemRandom,
    ...createKeyring(env),
    sms: smsSender({ env, db, log, metrics, providers }),
    providers,
    jobs: await createJobs({ pool: directPool }, { log, onAttempt: metrics.job, listener }),
    limits: createLimits(pool, redis),
    authorize,
    metrics,
    log,
    fetch: globalThis.fetch,
    guardedGet: createGuardedGet(),
    guardedRead: createGuardedRead(),
    guardedPost: createGuardedPost(),
    invalidate: tags => notifyInvalidation(pool, tags),
    selfOrigin: () => origin,
  }
}

/** Returns how the CDN is purged, whose jobs must be known before the first one runs. */
async function startJobs(
  parts: AsyncDisposableStack,
  deps: Deps,
  { log, database, isRehearsal }: Base,
): Promise<CdnPurge | null> {
  const { jobs } = deps
  await registerJobs(deps)
  registerBackups(deps, database.directUrl)
  await registerVideoJobs(deps)
  const purge = registerPurge(deps)
  if (isRehearsal) log.warn('jobs are off: the database was restored and is not live')
  else {
    parts.defer(() => jobs.stop(database.fault() ? 0 : undefined))
    await jobs.start()
  }
  parts.defer(() =>
    flushWatchDays(deps).catch(error => log.warn({ err: error }, 'views not counted')),
  )
  // Pages may have changed while no node was running to receive the change.
  purge?.missed()
  return purge
}

/** Starts the feed of changed pages: to this process, to Redis and to the CDN. */
async function startChanges(
  parts: AsyncDisposableStack,
  { log, metrics, options, database, redis, listener }: Base,
  purge: CdnPurge | null,
): Promise<ChangeFeed> {
  const changes = createChangeFeed()
  const receiver = createChangeReceiver(
    receiverOptions(options, { log, registry: metrics.registry }),
  )
  parts.defer(receiver.stop)
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
  return changes
}

async function startSearch(
  parts: AsyncDisposableStack,
  deps: Deps,
  { log, database, listener }: Base,
): Promise<SearchEngine> {
  const search = createSearchEngine(deps)
  const freshSearch = keepSearchFresh(search, log)
  parts.defer(freshSearch.stop)
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
  return search
}
