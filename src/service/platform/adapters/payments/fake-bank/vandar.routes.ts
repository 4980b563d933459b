import { type Context, Hono } from 'hono'
import { html } from 'hono/html'
import { DEFAULT_LANGUAGE } from '#src/contract/languages.ts'
import { getT } from '#src/lib/i18n/i18n.ts'
import { maskMsisdn } from '#src/lib/text/msisdn.ts'
import type { Queryable } from '../../../db/open.ts'
import type { ServiceEnv } from '../../../http/router.ts'
import { type Fault, faultyReply, nextFault } from './faults.ts'
import { BANK_PATH, bankPage, bankReply, bilingualText, messagePage } from './page.ts'
import { type BankDeps, bankDb } from './store.ts'
import {
  activeBanks,
  deleteAuthorization,
  findMandate,
  type Mandate,
  showAuthorization,
  showWithdrawal,
  signMandate,
  storeAuthorization,
  storeWithdrawal,
  type VandarReply,
  verifyAuthorization,
} from './vandar.ts'

const API = `${BANK_PATH}/vandar/v3/business/:business/subscription`
type Work = (db: Queryable, fault: Fault | null) => Promise<VandarReply> | VandarReply

export function vandarRoutes(deps: BankDeps): Hono<ServiceEnv> {
  const app = new Hono<ServiceEnv>({ strict: false })
  const answer = async (c: Context, call: string, work: Work) => {
    if (!c.req.header('authorization')) return c.json({ status: 0, error: 'unauthorized' }, 401)
    const db = await bankDb(deps)
    const fault = await nextFault(deps, `vandar.${call}`)
    const run = async () => work(db, fault)
    const broken = await faultyReply(c, fault, run)
    if (broken) return broken
    const { status, json } = await run()
    return new Response(JSON.stringify(json), {
      status,
      headers: { 'Content-Type': 'application/json' },
    })
  }
  const body = async (c: Context): Promise<unknown> => c.req.json().catch(() => null)
  const id = (c: Context) => c.req.param('id') ?? ''

  app.get(`${API}/banks/actives`, async c => answer(c, 'banks', () => activeBanks()))
  app.post(`${API}/authorization/store`, async c => {
    const order = await body(c)
    return answer(c, 'authorization', db => storeAuthorization(db, order))
  })
  app.patch(`${API}/authorization/:id/verify`, async c =>
    answer(c, 'verify', db => verifyAuthorization(db, id(c))),
  )
  app.get(`${API}/authorization/:id`, async c =>
    answer(c, 'show', (db, fault) => showAuthorization(db, id(c), fault)),
  )
  app.delete(`${API}/authorization/:id`, async c =>
    answer(c, 'cancel', db => deleteAuthorization(db, id(c))),
  )
  app.post(`${API}/withdrawal/store`, async c => {
    const order = await body(c)
    return answer(c, 'withdrawal', (db, fault) => storeWithdrawal(db, order, fault))
  })
  app.get(`${API}/withdrawal/track-id/:id`, async c =>
    answer(c, 'inquiry', (db, fault) => showWithdrawal(db, 'track_id', id(c), fault)),
  )
  app.get(`${API}/withdrawal/:id`, async c =>
    answer(c, 'inquiry', (db, fault) => showWithdrawal(db, 'id', id(c), fault)),
  )
  app.get(`${BANK_PATH}/vandar/authorizations/:id`, async c => {
    const mandate = await findMandate(await bankDb(deps), 'token', id(c))
    if (mandate?.status !== 'new') return bankReply(messagePage('bank.unknown', null), [], 404)
    return bankReply(signPage(mandate), [new URL(mandate.callback_url).origin])
  })
  app.post(`${BANK_PATH}/vandar/sign/:id`, async c => {
    const action = (await c.req.formData()).get('action')
    const isSigned = action === 'sign' || action === 'sign_empty'
    const isFunded = action !== 'sign_empty'
    const mandate = await signMandate(await bankDb(deps), id(c), { isSigned, isFunded })
    if (!mandate) return bankReply(messagePage('bank.unknown', null), [], 404)
    return new Response(null, {
      status: 303,
      headers: { Location: returnUrl(mandate, isSigned), 'Cache-Control': 'no-store' },
    })
  })
  return app
}

function returnUrl(mandate: Mandate, isSigned: boolean): string {
  const url = new URL(mandate.callback_url)
  url.searchParams.set('token', mandate.token)
  if (isSigned) url.searchParams.set('authorization_id', mandate.authorization_id ?? '')
  else url.searchParams.set('error_code', '21')
  url.searchParams.set('status', isSigned ? 'SUCCEED' : 'FAILED')
  return url.href
}

function signPage(mandate: Mandate) {
  const t = getT(DEFAULT_LANGUAGE)
  const name = t.find(`bank.name.${mandate.bank_code}`) ?? mandate.bank_code
  return bankPage(html`
<form method="post" action="${BANK_PATH}/vandar/sign/${mandate.token}">
<section class="card">
<h1>${bilingualText('bank.sign.title')}</h1>
<p>${bilingualText('bank.sign.text')}</p>
<button class="button pay" name="action" value="sign">${bilingualText('bank.sign.accept')}</button>
<button class="button cancel" name="action" value="refuse">${bilingualText('bank.cancel')}</button>
<details><summary>${bilingualText('bank.more')}</summary>
<button class="button plain" name="action" value="sign_empty">${bilingualText('bank.sign.empty')}</button>
</details>
</section>
</form>
<section class="order">
<h1>${name}</h1>
<p class="amount">${t('bank.rials', { amount: mandate.most })}</p>
<dl><dt>${bilingualText('bank.merchant')}</dt><dd>${t('bank.merchantName')}</dd>
<dt>${bilingualText('bank.mobile')}</dt><dd><bdi dir="ltr">${maskMsisdn(mandate.mobile)}</bdi></dd></dl>
</section>`)
}
