/** Checks the other servers of an installation: Redis, the search engine, the media store and service nodes. */
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { Agent } from 'undici'
import { indexNames } from '../../catalogue/search/opensearch/index-names.ts'
import { createTransport } from '../../catalogue/search/opensearch/transport.ts'
import { openMediaStore } from '../../platform/adapters/media-store/open-media-store.ts'
import type { Env } from '../../platform/env.ts'
import { createReadinessCheck } from '../../platform/nodes/readiness.ts'
import { closeRedis, connectRedis } from '../../platform/nodes/redis.ts'
import { nodeKey } from '../../platform/nodes/visitor-signature.ts'
import { type Check, fail, type Outcome, ok, silentLog, warn } from './check.ts'

const SEARCH_MS = 4_000
const PROBE_MS = 5_000

export function serverChecks(env: Env): Check[] {
  const { REDIS_URL, SEARCH_URL, API_BASE_URL } = env
  const isPageNode = API_BASE_URL !== undefined
  return [
    REDIS_URL
      ? {
          name: 'Redis',
          run: signal => redisOutcome(REDIS_URL, signal),
          advice:
            'Check that Redis is running, and that REDIS_URL has its host, its password, and rediss for TLS. Without Redis each process counts limits on its own.',
        }
      : {
          name: 'Redis',
          run: async () => ok('not set: each node counts limits on its own'),
          advice: '',
        },
    ...(SEARCH_URL && !isPageNode
      ? [
          {
            name: 'search engine',
            run: () => searchOutcome(SEARCH_URL, env.SEARCH_INDEX),
            advice:
              'Check that the server of SEARCH_URL is running, and the permissions of its user.',
          },
        ]
      : []),
    ...(isPageNode
      ? [
          {
            name: 'service nodes',
            run: () => serviceOutcome(API_BASE_URL, env.SECRET),
            advice: 'Check that npm run service is running at the addresses of API_BASE_URL.',
          },
        ]
      : []),
    {
      name: 'media store',
      run: () => mediaOutcome(env),
      advice: env.MEDIA_STORE
        ? 'Check S3_ENDPOINT and the keys; they must be allowed to list, read, write and delete.'
        : 'Allow this user to write to DATA_DIR/media.',
    },
  ]
}

async function redisOutcome(url: string, signal: AbortSignal): Promise<Outcome> {
  // A slow server is not broken, so the doctor waits longer than a request does.
  const redis = connectRedis(url, { log: silentLog, commandMs: PROBE_MS })
  try {
    await once(redis, 'ready', { signal })
    const key = `pardeh:doctor:${randomBytes(6).toString('hex')}`
    await redis.set(key, '1', 'PX', PROBE_MS)
    const isThere = (await redis.get(key)) === '1'
    await redis.del(key)
    return isThere
      ? ok('writes, reads and deletes')
      : fail('did not store what was written', 'Check its maxmemory-policy and memory.')
  } finally {
    closeRedis(redis)
  }
}

async function searchOutcome(url: string, prefix: string): Promise<Outcome> {
  const send = createTransport(url, { fetch: globalThis.fetch })
  const { patterns, aliases } = indexNames(prefix)
  const path = `/${patterns.join(',')}/_alias`
  const reply = (await send({ method: 'GET', path, ms: SEARCH_MS })) as Record<
    string,
    { aliases?: object }
  >
  const found = new Set(Object.values(reply).flatMap(index => Object.keys(index.aliases ?? {})))
  const missing = Object.values(aliases).filter(alias => !found.has(alias))
  if (missing.length === 0) return ok(`has ${Object.values(aliases).join(' and ')}`)
  return warn(
    `has no ${missing.join(' and ')} yet`,
    'The first node that starts creates the indexes; until then searches get 503.',
  )
}

async function serviceOutcome(baseUrls: string[], secret: string): Promise<Outcome> {
  const dispatcher = new Agent()
  try {
    const key = nodeKey(secret)
    const ask = (urls: string[]) =>
      createReadinessCheck({ baseUrls: urls, key, log: silentLog, dispatcher })()
    const answers = await Promise.all(baseUrls.map(baseUrl => ask([baseUrl])))
    const down = baseUrls.filter((_, n) => answers[n]?.includes('service'))
    if (answers.some(reasons => reasons.includes('secret')))
      return fail('have a different SECRET', 'Give page nodes and service nodes the same SECRET.')
    if (answers.some(reasons => reasons.includes('clock')))
      return fail('have another time', 'Start NTP on this machine and on the service nodes.')
    const advice = 'Check the log of npm run service there, and /readyz.'
    if (down.length === baseUrls.length) return fail('none is ready', advice)
    if (down.length > 0) return warn(`${down.length} of ${baseUrls.length} are not ready`, advice)
    return ok(`${baseUrls.length} of ${baseUrls.length} ready`)
  } finally {
    await dispatcher.close()
  }
}

/** Writes, reads and deletes a test file. */
async function mediaOutcome(env: Env): Promise<Outcome> {
  const store = openMediaStore(env, 'visitors')
  const key = `doctor/${randomBytes(8).toString('hex')}.vtt`
  const bytes = randomBytes(16)
  await store.put(key, { bytes })
  try {
    const body = await store.read(key)
    const read = body ? Buffer.from(await new Response(body).arrayBuffer()) : Buffer.alloc(0)
    if (!read.equals(bytes))
      return fail(
        'returns other bytes than were written',
        'Check for a proxy or CDN in front of the bucket.',
      )
  } finally {
    await store.remove([key])
  }
  if ((await store.find(key)) !== null)
    return fail('does not delete', 'Allow the key to delete; the bucket must not lock objects.')
  return ok(`${env.MEDIA_STORE ?? 'DATA_DIR/media'}: writes, reads and deletes`)
}
