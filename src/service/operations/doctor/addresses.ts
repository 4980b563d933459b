/** Checks the addresses in the settings: the site itself, and the providers. It connects but sends no request to a provider. */
import { once } from 'node:events'
import { connect as connectTcp } from 'node:net'
import { counted } from '#src/lib/text/count.ts'
import { DAY_MS } from '#src/lib/text/milliseconds.ts'
import { VANDAR_URL } from '../../platform/adapters/payments/vandar.ts'
import { ZARINPAL_URL } from '../../platform/adapters/payments/zarinpal.ts'
import { ZIBAL_URL } from '../../platform/adapters/payments/zibal.ts'
import { KAVENEGAR_URL } from '../../platform/adapters/sms/kavenegar.ts'
import { SMSIR_URL } from '../../platform/adapters/sms/sms-ir.ts'
import type { Env } from '../../platform/env.ts'
import { readBoundedText } from '../../platform/http/bounded.ts'
import { readCertificate } from './certificate.ts'
import { type Check, fail, type Outcome, ok, warn } from './check.ts'
import { ownNow } from './own-clock.ts'

/** Remaining days of a certificate; automatic renewals happen at 30. */
const CERTIFICATE_DAYS = { warn: 21, fail: 3 }
const REPLY_BYTES = 10_000
const HOST_ADVICE = 'Check DNS, the firewall of this machine, and the status page of the provider.'

export function addressChecks(env: Env): Check[] {
  const { SITE_URL } = env
  const others = Object.entries(addressesOf(env)).map(([name, address]) => ({
    name,
    run: (signal: AbortSignal) => addressOutcome(address, signal),
    advice: HOST_ADVICE,
  }))
  if (!SITE_URL) return others
  const advice =
    'Check DNS, the proxy and its certificate. If this machine cannot reach its own public address, also run the doctor on another machine.'
  return [
    { name: 'SITE_URL', run: signal => siteOutcome(SITE_URL, signal), advice },
    ...(SITE_URL.startsWith('https:')
      ? [
          {
            name: 'certificate of SITE_URL',
            run: (signal: AbortSignal) => addressOutcome(SITE_URL, signal),
            advice,
          },
        ]
      : []),
    ...others,
  ]
}

/** Returns the addresses that nodes or visitors call with these settings, by the name of the check. */
function addressesOf(env: Env): Record<string, string> {
  const when = (isSet: unknown, address: string) => (isSet ? address : undefined)
  const all = {
    Kavenegar: when(env.KAVENEGAR_API_KEY, env.SMS_BASE_URL ?? KAVENEGAR_URL),
    'SMS.ir': when(env.SMSIR_API_KEY, env.SMSIR_BASE_URL ?? SMSIR_URL),
    Zarinpal: when(env.ZARINPAL_MERCHANT_ID, env.ZARINPAL_BASE_URL ?? ZARINPAL_URL),
    Zibal: when(env.ZIBAL_MERCHANT, env.ZIBAL_BASE_URL ?? ZIBAL_URL),
    Vandar: when(env.VANDAR_TOKEN, env.VANDAR_BASE_URL ?? VANDAR_URL),
    SSO_JWKS_URL: env.SSO_JWKS_URL,
    VAST_URL: env.VAST_URL,
    MEDIA_BASE_URL: env.MEDIA_BASE_URL,
    S3_ENDPOINT: when(env.MEDIA_STORE, env.S3_ENDPOINT ?? ''),
    WIDEVINE_LICENSE_URL: env.WIDEVINE_LICENSE_URL,
    FAIRPLAY_LICENSE_URL: env.FAIRPLAY_LICENSE_URL,
    SENTRY_DSN: env.SENTRY_DSN,
    OTEL_EXPORTER_OTLP_ENDPOINT: env.OTEL_EXPORTER_OTLP_ENDPOINT,
    ...Object.fromEntries(
      (env.CDN_PURGE_URL ?? []).map((address, n) => [`CDN_PURGE_URL ${n + 1}`, address]),
    ),
  }
  return Object.fromEntries(
    Object.entries(all).filter((entry): entry is [string, string] => Boolean(entry[1])),
  )
}

/** Checks that the site answers at its public address. */
async function siteOutcome(origin: string, signal: AbortSignal): Promise<Outcome> {
  const reply = await fetch(`${origin}/healthz`, { redirect: 'manual', signal })
  const text = await readBoundedText(reply.body, REPLY_BYTES)
  if (reply.status === 200 && text.trim() === '{"status":"ok"}') return ok('reaches a node')
  return fail(
    `/healthz answers ${reply.status}, but not as a node would`,
    'Make DNS and the proxy send SITE_URL to the nodes without a redirect, including /healthz.',
  )
}

/** Connects to an address and, with TLS, checks its certificate. */
export async function addressOutcome(
  address: string,
  signal: AbortSignal,
  now = ownNow(),
): Promise<Outcome> {
  const url = new URL(address)
  if (url.protocol !== 'https:') {
    const host = url.hostname.replace(/^\[|\]$/g, '')
    const socket = connectTcp({ host, port: Number(url.port || 80) })
    try {
      await once(socket, 'connect', { signal })
      return ok('takes connections, without TLS')
    } finally {
      socket.destroy()
    }
  }
  const { endsAt, problem } = await readCertificate(url, signal)
  return certificateOutcome(Math.floor((endsAt - now) / DAY_MS), problem)
}

/** Judges a certificate. `days`: remaining, rounded down. `problem`: the reason why it is not trusted. */
export function certificateOutcome(days: number, problem: string | null): Outcome {
  const found = `the certificate is valid for ${counted(days, 'day')}`
  if (days < 0)
    return fail('the certificate has expired', 'Renew it now: browsers and apps reject it.')
  if (problem)
    return fail(
      `the certificate is not trusted (${problem})`,
      'Send the complete chain for this host name. If you use an authority of your own, name it in NODE_EXTRA_CA_CERTS.',
    )
  const advice = 'Renew it, and check why the automatic renewal failed.'
  if (days < CERTIFICATE_DAYS.fail) return fail(found, advice)
  return days < CERTIFICATE_DAYS.warn ? warn(found, advice) : ok(found)
}
