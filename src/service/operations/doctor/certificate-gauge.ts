/** Reports when the certificate of SITE_URL expires. The node connects to its public address once an hour. */
import { HOUR_MS } from '#src/lib/text/milliseconds.ts'
import type { Deps } from '../../platform/deps.ts'
import { reuseResult } from '../../platform/http/metrics.ts'
import { readCertificate } from './certificate.ts'

const FRESH_MS = HOUR_MS
const CONNECT_MS = 5_000

/** @param freshMs time for which an answer is reused */
export function registerCertificateGauge(
  { env, metrics }: Pick<Deps, 'env' | 'metrics'>,
  freshMs = FRESH_MS,
): void {
  if (!env.SITE_URL?.startsWith('https:')) return
  const site = new URL(env.SITE_URL)
  let last: Record<string, number> = {}
  const read = reuseResult(async () => {
    // A node that cannot reach its own public address reports the last known value.
    const found = await readCertificate(site, AbortSignal.timeout(CONNECT_MS)).catch(() => null)
    if (found) last = { [site.host]: found.endsAt / 1_000 }
    return last
  }, freshMs)
  metrics.gauge(
    'pardeh_certificate_end_timestamp_seconds',
    'Expiry of the certificate of SITE_URL',
    'host',
    read,
  )
}
