// A partner for the demo and the tests: a campaign page, and the keys with which its tokens are checked.
import { createPrivateKey, type KeyObject } from 'node:crypto'
import { Hono } from 'hono'
import { html } from 'hono/html'
import { exportJWK, SignJWT } from 'jose'
import { Msisdn } from '#src/contract/fields.ts'
import { getT } from '#src/lib/i18n/i18n.ts'
import type { Translate } from '#src/lib/i18n/translate.ts'
import type { Deps } from '../../deps.ts'
import { devPage } from '../../dev/page.ts'
import { requestLanguage, type ServiceEnv } from '../../http/router.ts'
import { type CarrierClaim, FAKE_PARTNER } from './partner.ts'

const KEY_ID = 'demo'
const PKCS8_ED25519 = Buffer.from('302e020100300506032b657004220420', 'hex')
const SUBSCRIBER = '09120000007'
const CARRIER_DAYS = 30

export function fakePartner(deps: Deps): Hono<ServiceEnv> {
  const app = new Hono<ServiceEnv>({ strict: false })
  if (deps.env.MODE === 'production') return app
  app.get(`${FAKE_PARTNER.path}/jwks.json`, async c => c.json({ keys: [await publicJwk(deps)] }))
  app.get(FAKE_PARTNER.path, c => {
    const t = getT(requestLanguage(c))
    return devPage(c, t('session.partner.title'), campaign(t))
  })
  app.get(`${FAKE_PARTNER.path}/go`, async c => {
    const msisdn = Msisdn.safeParse(c.req.query('msisdn') ?? SUBSCRIBER)
    if (!msisdn.success) return c.redirect(`${FAKE_PARTNER.path}/`, 303)
    const carrier = claimOf(c.req.query('carrier'), deps.now())
    const token = await signPartnerToken(deps, msisdn.data, carrier)
    return c.redirect(`/sso?expiration_token=${token}`, 303)
  })
  return app
}

/** Returns the claim about the carrier subscription that the form selects; undefined leaves it unchanged. */
function claimOf(choice: string | undefined, now: Date): CarrierClaim | undefined {
  if (choice === 'ended') return null
  if (choice !== 'days') return undefined
  return { ends_at: Math.floor(now.getTime() / 1_000) + CARRIER_DAYS * 86_400 }
}

/** Returns a token as the partner would sign it. */
export async function signPartnerToken(
  deps: Deps,
  msisdn: string,
  carrier?: CarrierClaim,
): Promise<string> {
  const issued = Math.floor(deps.now().getTime() / 1000)
  return new SignJWT({ msisdn, ...(carrier !== undefined && { carrier_subscription: carrier }) })
    .setProtectedHeader({ alg: 'EdDSA', kid: KEY_ID })
    .setIssuer(FAKE_PARTNER.issuer)
    .setAudience(FAKE_PARTNER.audience)
    .setSubject(msisdn)
    .setJti(deps.random.bytes(16).toString('base64url'))
    .setIssuedAt(issued)
    .setExpirationTime(issued + 300)
    .sign(privateKey(deps))
}

function privateKey(deps: Deps): KeyObject {
  const der = Buffer.concat([PKCS8_ED25519, deps.key('fake-partner')])
  return createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
}

async function publicJwk(deps: Deps) {
  const { d: _, ...jwk } = await exportJWK(privateKey(deps))
  return { ...jwk, kid: KEY_ID, alg: 'EdDSA', use: 'sig' }
}

function campaign(t: Translate) {
  return html`<h1>${t('session.partner.title')}</h1>
    <p>${t('session.partner.note')}</p>
    <form action="${FAKE_PARTNER.path}/go">
      <label for="msisdn">${t('session.partner.msisdn')}</label>
      <input id="msisdn" name="msisdn" inputmode="tel" dir="ltr" value="${SUBSCRIBER}" required />
      <label for="carrier">${t('session.partner.carrier')}</label>
      <select id="carrier" name="carrier">
        <option value="same">${t('session.partner.carrier.same')}</option>
        <option value="days">${t('session.partner.carrier.days')}</option>
        <option value="ended">${t('session.partner.carrier.ended')}</option>
      </select>
      <button>${t('session.partner.go')}</button>
    </form>`
}
