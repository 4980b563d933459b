/** When the certificate ends that visitors of SITE_URL see, as this node sees it: it connects once an hour. */
import type { Deps } from '../deps.ts'
import { reusing } from '../http/metrics.ts'
import { certificateOf } from './certificate.ts'

const FRESH_MS = 3_600_000
const CONNECT_MS = 5_000

/** @param freshMs for how long an answer is used again */
export function registerCertificateGauge(
  { env, metrics }: Pick<Deps, 'env' | 'metrics'>,
  freshMs = FRESH_MS,
): void {
  if (!env.SITE_URL?.startsWith('https:')) return
  const site = new URL(env.SITE_URL)
  let last: Record<string, number> = {}
  const read = reusing(async () => {
    // A node that cannot reach its own public address tells what it knew.
    const found = await certificateOf(site, AbortSignal.timeout(CONNECT_MS)).catch(() => null)
    if (found) last = { [site.host]: found.endsAt / 1_000 }
    return last
  }, freshMs)
  metrics.gauge(
    'pardeh_certificate_end_timestamp_seconds',
    'When the certificate of SITE_URL ends',
    'host',
    read,
  )
}
