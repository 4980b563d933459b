/** The other servers of an installation: Redis, the search engine, the media store, service nodes. */
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { Agent } from 'undici'
import { openMediaStore } from '../adapters/media-store/open-media-store.ts'
import type { Env } from '../env.ts'
import { readiness } from '../nodes/readiness.ts'
import { closeRedis, connectRedis } from '../nodes/redis.ts'
import { nodeKey } from '../nodes/visitor-signature.ts'
import { indexNames } from '../search/opensearch/index-names.ts'
import { createTransport } from '../search/opensearch/transport.ts'
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
            'See that Redis runs, and that REDIS_URL has its host, password and rediss for TLS. Without it each process counts its own limits.',
        }
      : {
          name: 'Redis',
          run: async () => ok('not set: one node counts its own limits'),
          advice: '',
        },
    ...(SEARCH_URL && !isPageNode
      ? [
          {
            name: 'search engine',
            run: () => searchOutcome(SEARCH_URL, env.SEARCH_INDEX),
            advice: 'See that the server of SEARCH_URL runs, and what its user may do.',
          },
        ]
      : []),
    ...(isPageNode
      ? [
          {
            name: 'service nodes',
            run: () => serviceOutcome(API_BASE_URL, env.SECRET),
            advice: 'See that npm run service runs at the addresses of API_BASE_URL.',
          },
        ]
      : []),
    {
      name: 'media store',
      run: () => mediaOutcome(env),
      advice: env.MEDIA_STORE
        ? 'See S3_ENDPOINT, the keys, and that they may list, read, write and delete.'
        : 'Let this user write to DATA_DIR/media.',
    },
  ]
}

async function redisOutcome(url: string, signal: AbortSignal): Promise<Outcome> {
  const redis = connectRedis(url, { log: silentLog })
  try {
    await once(redis, 'ready', { signal })
    const key = `pardeh:doctor:${randomBytes(6).toString('hex')}`
    await redis.set(key, '1', 'PX', PROBE_MS)
    const isThere = (await redis.get(key)) === '1'
    await redis.del(key)
    return isThere
      ? ok('writes, reads and deletes')
      : fail('did not store what was written', 'Look at its maxmemory-policy and memory.')
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
    'The first node that starts writes them; searches get 503 until then.',
  )
}

async function serviceOutcome(baseUrls: string[], secret: string): Promise<Outcome> {
  const dispatcher = new Agent()
  try {
    const key = nodeKey(secret)
    const ask = (urls: string[]) => readiness({ baseUrls: urls, key, log: silentLog, dispatcher })()
    const answers = await Promise.all(baseUrls.map(baseUrl => ask([baseUrl])))
    const down = baseUrls.filter((_, n) => answers[n]?.includes('service'))
    if (answers.some(reasons => reasons.includes('secret')))
      return fail('have another SECRET', 'Give page nodes and service nodes the same SECRET.')
    const advice = 'See the log of npm run service there, and /readyz.'
    if (down.length === baseUrls.length) return fail('none is ready', advice)
    if (down.length > 0) return warn(`${down.length} of ${baseUrls.length} are not ready`, advice)
    return ok(`${baseUrls.length} of ${baseUrls.length} ready`)
  } finally {
    await dispatcher.close()
  }
}

/** Writes, reads and deletes a file of its own. */
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
        'gives back something else than was written',
        'Look at what stands before the bucket.',
      )
  } finally {
    await store.remove([key])
  }
  if ((await store.find(key)) !== null)
    return fail('does not delete', 'Let its key delete; the bucket may not lock files.')
  return ok(`${env.MEDIA_STORE ?? 'DATA_DIR/media'}: writes, reads and deletes`)
}
