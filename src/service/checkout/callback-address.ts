// The address that a bank sends the browser back to. It names the payment and carries a MAC over it, so that nobody but
// the bank that got it, and the browser it sends, can speak of a payment here.
import type { Deps } from '../deps.ts'
import { isKeyedHash, keyedHash } from '../keys.ts'

const PURPOSE = 'payment-callback'
/** The id, and 256 bits in base64url. A path segment: gateways add a query of their own. */
const NONCE = /^([0-9A-Za-z]{1,64})-([\w-]{43})$/

export function callbackUrl(
  deps: Pick<Deps, 'key'>,
  { siteOrigin, gateway, id }: { siteOrigin: string; gateway: string; id: string },
): string {
  return `${siteOrigin}/payments/${gateway}/callback/${id}-${keyedHash(deps.key(PURPOSE), `${gateway}:${id}`)}`
}

/** The id that a nonce was made for at this gateway, or null. Nothing is looked up. */
export function paymentOfNonce(
  deps: Pick<Deps, 'keys'>,
  gateway: string,
  nonce: string,
): string | null {
  const [, id = '', mac = ''] = NONCE.exec(nonce) ?? []
  const isOurs = id !== '' && isKeyedHash(deps.keys(PURPOSE), `${gateway}:${id}`, mac)
  return isOurs ? id : null
}
