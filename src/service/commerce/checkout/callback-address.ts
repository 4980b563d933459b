// Builds the address to which a bank sends the browser back. It contains the payment and a MAC, so that only the bank that received it, and
// the browser that the bank sends, can name the payment here.
import type { Deps } from '../../platform/deps.ts'
import { isKeyedHash, keyedHash } from '../../platform/keys.ts'

const PURPOSE = 'payment-callback'
/** The id and 256 bits in base64url, as a path segment, because gateways add a query of their own. */
const NONCE = /^([0-9A-Za-z]{1,64})-([\w-]{43})$/

export function paymentCallbackUrl(
  deps: Pick<Deps, 'key'>,
  { siteOrigin, gateway, id }: { siteOrigin: string; gateway: string; id: string },
): string {
  return `${siteOrigin}/payments/${gateway}/callback/${id}-${keyedHash(deps.key(PURPOSE), `${gateway}:${id}`)}`
}

/** Returns the id for which the nonce was made at this gateway, or null. Reads no database. */
export function paymentOfNonce(
  deps: Pick<Deps, 'keys'>,
  gateway: string,
  nonce: string,
): string | null {
  const [, id = '', mac = ''] = NONCE.exec(nonce) ?? []
  const isOurs = id !== '' && isKeyedHash(deps.keys(PURPOSE), `${gateway}:${id}`, mac)
  return isOurs ? id : null
}

/** Returns the origin of this site in the payer's browser: SITE_URL, otherwise the origin from the HTTP layer, otherwise this process. */
export function siteOriginOf({ env, selfOrigin }: Deps, header: string | undefined): string {
  if (env.SITE_URL) return env.SITE_URL
  const origin = URL.parse(header ?? '')
  return origin && /^https?:$/.test(origin.protocol) ? origin.origin : selfOrigin()
}
