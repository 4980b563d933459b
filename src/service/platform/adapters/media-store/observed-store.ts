/** Wraps the media store of a node: failures are logged and counted, and visitors get 503 with Retry-After. */
import { Counter } from 'prom-client'
import type { Deps } from '../../deps.ts'
import { ApiError } from '../../http/api-error.ts'
import { type MediaStore, MediaStoreError } from './media-store.ts'

const RETRY_SECONDS = 5

export function observedStore(
  store: MediaStore,
  { log, metrics }: Pick<Deps, 'log' | 'metrics'>,
): MediaStore {
  const name = 'pardeh_media_store_failures_total'
  const failures =
    (metrics.registry.getSingleMetric(name) as Counter<'call'> | undefined) ??
    new Counter({
      name,
      help: 'Calls to the media store that failed, after all attempts',
      labelNames: ['call'],
      registers: [metrics.registry],
    })

  async function observe<T>(call: 'find' | 'read', work: Promise<T>): Promise<T> {
    try {
      return await work
    } catch (error) {
      if (!(error instanceof MediaStoreError)) throw error
      failures.inc({ call })
      log.warn({ err: error, call }, 'the media store failed')
      throw new ApiError('unavailable', { retryAfter: RETRY_SECONDS })
    }
  }

  return {
    ...store,
    find: key => observe('find', store.find(key)),
    read: (key, range) => observe('read', store.read(key, range)),
  }
}
