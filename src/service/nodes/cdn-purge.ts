/** Purges changed pages from the CDN by their tags: one job for each change, whichever node hears of it first. */
import { setTimeout as wait } from 'node:timers/promises'
import { Counter } from 'prom-client'
import type { Deps } from '../deps.ts'
import { CHANGE_ID } from './change-receiver.ts'

const JOB = 'cdn.purge'
/** By then no node answers with an older page, which the CDN may have stored meanwhile. */
const SETTLED_MS = 1_500
const REPLY_MS = 5_000

type Purge = { tags: string[] }
type PurgeDeps = Pick<Deps, 'env' | 'jobs' | 'log' | 'metrics' | 'fetch'>

/** Returns what purges pages with these tags; null without CDN_PURGE_URL. Call it before the jobs start. */
export function registerPurge(deps: PurgeDeps): ((tags: string[]) => void) | null {
  const { env, jobs, log, metrics } = deps
  if (!env.CDN_PURGE_URL) return null
  const counter = new Counter({
    name: 'pardeh_cdn_purges_total',
    help: 'Purges of the CDN',
    labelNames: ['outcome'],
    registers: [metrics.registry],
  })
  const purge = async (tags: string[]) => {
    for (const url of env.CDN_PURGE_URL ?? []) {
      try {
        await send(deps, url, tags)
        counter.inc({ outcome: 'purged' })
      } catch (error) {
        counter.inc({ outcome: 'failed' })
        log.warn({ err: error, cdn: new URL(url).host }, 'the CDN was not purged')
        throw error
      }
    }
  }
  jobs.define<Purge>(
    JOB,
    async ({ data: { tags } }) => {
      await purge(tags)
      await wait(SETTLED_MS)
      await purge(tags)
    },
    { retries: 10, retryDelaySeconds: 1, expireInSeconds: 60, concurrency: 4 },
  )
  return tags => {
    const singletonKey = tags.find(tag => tag.startsWith(CHANGE_ID)) ?? tags.join(' ')
    jobs
      .enqueue(JOB, { tags: purgedTags(tags) }, { singletonKey })
      .catch(error => log.error({ err: error }, 'no purge of the CDN was begun'))
  }
}

function purgedTags(tags: readonly string[]): string[] {
  return tags.includes('*') ? ['*'] : tags.filter(tag => !tag.startsWith(CHANGE_ID))
}

/** In the form of Fastly and Varnish by header, of Cloudflare by body. */
async function send({ env, fetch }: PurgeDeps, url: string, tags: string[]): Promise<void> {
  const key = env.CDN_PURGE_KEY
  const reply = await fetch(url, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'Surrogate-Key': tags.join(' '),
      ...(key ? { Authorization: `Bearer ${key}` } : {}),
    },
    body: JSON.stringify(tags.includes('*') ? { purge_everything: true } : { tags }),
    redirect: 'error',
    signal: AbortSignal.timeout(REPLY_MS),
  })
  await reply.body?.cancel()
  if (!reply.ok) throw new Error(`the CDN answered ${reply.status}`)
}
