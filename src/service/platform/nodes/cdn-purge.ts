/**
 * Purges changed pages from the CDN by their tags: one job per change, from whichever node learns of it first. If changes may have
 * been missed, a soft purge makes all pages stale: the CDN still serves them while it fetches fresh ones, or while no node answers.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { Counter } from 'prom-client'
import type { Deps } from '../deps.ts'
import { CHANGE_ID } from './change-receiver.ts'

const JOB = 'cdn.purge'
/** After this time, no node sends an older page that the CDN could store. */
const SETTLED_MS = 1_500
const REPLY_MS = 5_000

/** Every page has this tag (lib/page-cache-time.ts). */
const ALL_PAGES = 'shell'
/** Has no soft purge. Its pages expire within 5 minutes. */
const CLOUDFLARE = 'api.cloudflare.com'

type Purge = { tags: string[]; isSoft?: boolean }
type PurgeDeps = Pick<Deps, 'env' | 'jobs' | 'log' | 'metrics' | 'fetch'>

export type CdnPurge = {
  /** Purges pages with one of these tags, or all pages for the tag `*`. */
  change: (tags: string[]) => void
  /** Makes all pages stale, because changes may have been missed. */
  missed: () => void
}

/** Returns how to purge the CDN; null without CDN_PURGE_URL. Call it before the jobs start. */
export function registerPurge(deps: PurgeDeps): CdnPurge | null {
  const { env, jobs, log, metrics } = deps
  if (!env.CDN_PURGE_URL) return null
  const purges = new Counter({
    name: 'pardeh_cdn_purges_total',
    help: 'Purges of changed pages from the CDN',
    labelNames: ['outcome'],
    registers: [metrics.registry],
  })
  const softPurges = new Counter({
    name: 'pardeh_cdn_soft_purges_total',
    help: 'Soft purges of the CDN, which make all its pages stale',
    labelNames: ['outcome'],
    registers: [metrics.registry],
  })
  const purge = async (each: Purge) => {
    const counter = each.isSoft ? softPurges : purges
    for (const url of env.CDN_PURGE_URL ?? []) {
      if (each.isSoft && new URL(url).host === CLOUDFLARE) continue
      try {
        await send(deps, url, each)
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
    async ({ data }) => {
      await purge(data)
      await wait(SETTLED_MS)
      await purge(data)
    },
    { retries: 10, retryDelaySeconds: 1, expireInSeconds: 60, concurrency: 4, pollSeconds: 1 },
  )
  const enqueue = (data: Purge, singletonKey: string) => {
    jobs
      .enqueue(JOB, data, { singletonKey })
      .catch(error => log.error({ err: error }, 'the purge of the CDN could not be enqueued'))
  }
  return {
    change: tags =>
      enqueue(
        { tags: purgedTags(tags) },
        tags.find(tag => tag.startsWith(CHANGE_ID)) ?? tags.join(' '),
      ),
    missed: () => enqueue({ tags: [ALL_PAGES], isSoft: true }, 'missed'),
  }
}

function purgedTags(tags: readonly string[]): string[] {
  return tags.includes('*') ? ['*'] : tags.filter(tag => !tag.startsWith(CHANGE_ID))
}

/** Sends a purge in the form of Fastly and Varnish (header) and of Cloudflare (body). */
async function send(
  { env, fetch }: PurgeDeps,
  url: string,
  { tags, isSoft }: Purge,
): Promise<void> {
  const key = env.CDN_PURGE_KEY
  const reply = await fetch(url, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'Surrogate-Key': tags.join(' '),
      ...(isSoft ? { 'Fastly-Soft-Purge': '1' } : {}),
      ...(key ? { Authorization: `Bearer ${key}` } : {}),
    },
    body: JSON.stringify(tags.includes('*') ? { purge_everything: true } : { tags }),
    redirect: 'error',
    signal: AbortSignal.timeout(REPLY_MS),
  })
  await reply.body?.cancel()
  if (!reply.ok) throw new Error(`the CDN answered ${reply.status}`)
}
