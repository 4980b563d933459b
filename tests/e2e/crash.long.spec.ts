// kill -9 of a real process during a payment over HTTP: the payment becomes exactly one subscription.
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import {
  createSubscription,
  getPackagesPage,
  getPaymentGateways,
  getTransaction,
  listSubscriptions,
  paySubscription,
} from '#src/contract/endpoints/checkout.ts'
import { getSelf } from '#src/contract/endpoints/session.ts'
import { startEmbedded } from '#src/service/platform/db/embedded.ts'
import { clientOf, signInAt } from '#tests/support/api-client.ts'
import { startBank } from '#tests/support/bank.ts'
import { silentLog } from '#tests/support/silent-log.ts'
import { removeData, type Site, startSite } from '#tests/support/site.ts'

const BUYER = '09351112233'

test('kill -9 while the payer is at the bank grants the subscription exactly once', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'pardeh-crash-'))
  const bankDir = await mkdtemp(join(tmpdir(), 'pardeh-bank-'))
  const books = await startEmbedded(bankDir, silentLog)
  const bank = await startBank(books.url)
  let site: Site = await startSite({ dataDir, env: bank.env })
  onTestFinished(async () => {
    await site.stop()
    await bank.stop()
    await books.stop()
    await removeData(dataDir)
    await removeData(bankDir)
  })
  const { api, access_token, profileToken } = await signInAt(site.url, BUYER)
  const { paymentId, bankPage } = await invoice(api)
  const { port } = site

  await site.kill9()
  // The bank is a separate process and keeps running.
  const returnTo = await payAtBank(bankPage)
  site = await startSite({ dataDir, port, env: bank.env })

  const again = clientOf(site.url, access_token, profileToken)
  expect(await again(listSubscriptions, { query: {} })).toMatchObject({ total: 0 })
  for (let times = 0; times < 3; times++) await fetch(returnTo, { redirect: 'manual' })
  await expect
    .poll(async () => (await again(getTransaction, { params: { id: paymentId } })).status, {
      timeout: 30_000,
    })
    .toBe('paid')
  expect(await again(listSubscriptions, { query: {} })).toMatchObject({ total: 1 })
  expect((await again(getSelf)).conditional_flag).toContain('has_subscription')
}, 360_000)

async function invoice(api: ReturnType<typeof clientOf>) {
  const { widgets } = await api(getPackagesPage)
  const packages = widgets.flatMap(widget => (widget.type === 'packages' ? widget.groups : []))
  const selected = packages
    .flatMap(group => group.packages)
    .find(({ renewal }) => renewal === 'once')
  if (!selected) throw new Error('the demo has no package')
  const { gateways } = await api(getPaymentGateways, { params: { packageId: selected.id } })
  const card = gateways.find(({ type }) => type === 'card')
  const { transaction_id, invoice: bill } = await api(createSubscription, {
    body: { package_id: selected.id, gateway_id: card?.id },
  })
  expect(bill.total).toBe(bill.price - bill.discount + bill.vat)
  const { redirect_url } = await api(paySubscription, { body: { transaction_id } })
  return { paymentId: transaction_id, bankPage: redirect_url }
}

/** Pays on the bank's page and returns the callback URL without opening it. */
async function payAtBank(page: string): Promise<string> {
  const html = await (await fetch(page)).text()
  const action = /<form[^>]*action="([^"]+)"/.exec(html)?.[1]
  if (!action) throw new Error(`the bank shows no form: ${html.slice(0, 300)}`)
  const reply = await fetch(new URL(action, page), {
    method: 'POST',
    redirect: 'manual',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: 'action=pay',
  })
  const target = reply.headers.get('location')
  if (!target) throw new Error(`the bank answered ${reply.status}`)
  return new URL(target, page).href
}
