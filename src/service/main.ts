/** Starts the service from its settings, or connects to the one at API_BASE_URL. */

import type { Logger } from 'pino'
import { setBrandName } from '#src/lib/i18n/brand-name.ts'
import { startLocalService } from './local-service.ts'
import { readBrand } from './platform/brand/read-brand.ts'
import type { Env } from './platform/env.ts'
import { createMetrics } from './platform/http/metrics.ts'
import { startTracing } from './platform/http/tracing.ts'
import { nodeLog } from './platform/log.ts'
import { createChangeReceiver } from './platform/nodes/change-receiver.ts'
import { readChangeStream } from './platform/nodes/change-stream.ts'
import { connectRedis } from './platform/nodes/redis.ts'
import { subscribeToChanges } from './platform/nodes/redis-changes.ts'
import { connectService } from './platform/nodes/remote.ts'
import { nodeKey } from './platform/nodes/visitor-signature.ts'
import {
  type RemoteService,
  receiverOptions,
  type Service,
  type ServiceOptions,
  stateCookieKeys,
} from './service.ts'

export async function startService(env: Env, options: ServiceOptions = {}): Promise<Service> {
  const log = nodeLog(env)
  const { API_BASE_URL: baseUrls } = env
  setBrandName(readBrand(env).name)
  await using parts = new AsyncDisposableStack()
  parts.defer(await startTracing(env, log))
  const service = baseUrls
    ? connectToService(env, baseUrls, log, options)
    : await startLocalService(env, log, options)
  parts.defer(service.stop)
  const running = parts.move()
  return { ...service, stop: () => running.disposeAsync() }
}

function connectToService(
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
    stateKeys: stateCookieKeys(env),
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
