// MODE=production with the settings of its providers, from the home page to playback, behind TLS, with an SMS provider and banks on
// other hosts. A violation of the policy, an error of the console or a failed request fails a test.
import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { aNumber, callInPage, PASSWORD } from '#tests/support/account.ts'
import type { PageOptions } from '#tests/support/browser.ts'
import {
  FONTS_OF_BANK,
  payFirstPackage,
  signUp,
  visitCompany,
} from '#tests/support/company-visitor.ts'
import { observatoryScore } from '#tests/support/observatory.ts'
import { ACCOUNTS, type Company, ORIGIN, startCompany } from '#tests/support/production.ts'
import { expectPlaying } from '#tests/support/purchase-journey.ts'
import { raw } from '#tests/support/raw-request.ts'

const NEEDS_SUBSCRIPTION = /status of 403/

let company: Company
beforeAll(async () => {
  company = await startCompany()
}, 180_000)
afterAll(() => company?.stop(), 60_000)

const visit = (path: string, options: PageOptions = {}) => visitCompany(company, path, options)
const signIn = (page: Page) => signUp(company, page)

/** Sends a request like a proxy that terminates TLS. */
function ask(path: string, method = 'GET', body?: object) {
  const headers = {
    host: new URL(ORIGIN).host,
    origin: ORIGIN,
    'content-type': 'application/json',
    'x-forwarded-for': '203.0.113.9',
    'x-forwarded-proto': 'https',
  }
  return raw(path, { url: company.site.url, method, headers, body: body && JSON.stringify(body) })
}

test('a visitor becomes a viewer: home, sign-up by SMS, payment at Zarinpal, playing', {
  timeout: 180_000,
}, async () => {
  const page = await visit('/', { allow: [NEEDS_SUBSCRIPTION, FONTS_OF_BANK] })
  await page.locator('.poster-link').first().click()
  await page.getByRole('heading', { level: 1, name: 'باران پاییز' }).waitFor()
  await page.getByRole('link', { name: 'وارد شوید', exact: true }).click()
  await page.waitForURL(/\/login\?redirect=/)
  const mobile = await signIn(page)
  await page.waitForURL(/\/play\//)
  await page.getByRole('link', { name: 'خرید اشتراک' }).last().waitFor()
  const player = new URL(page.url()).pathname

  await payFirstPackage(page)
  await page.getByRole('heading', { name: 'پرداخت با موفقیت انجام شد' }).waitFor()

  await page.goto(player)
  await expectPlaying(page)

  const template = company.kavenegar.asked.find(({ fields }) => fields.receptor === mobile)
  expect(template?.url).toBe(`/v1/${ACCOUNTS.KAVENEGAR_API_KEY}/verify/lookup.json`)
  expect(template?.fields.template).toBe(ACCOUNTS.KAVENEGAR_TEMPLATE)
  const ordered = company.internet.asked.find(({ path }) => path.endsWith('/payment/request.json'))
  expect(JSON.parse(ordered?.body ?? '')).toMatchObject({
    merchant_id: ACCOUNTS.ZARINPAL_MERCHANT_ID,
    amount: 1_639_000,
    callback_url: expect.stringContaining(`${ORIGIN}/payments/zarinpal/callback/`),
  })
  const cookies = await page.context().cookies(ORIGIN)
  expect(cookies.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['__Host-session', '__Host-devices', 'state']),
  )
  for (const { secure, sameSite } of cookies)
    expect({ secure, sameSite }).toEqual({ secure: true, sameSite: 'Lax' })
  expect(cookies.find(({ name }) => name === '__Host-session')?.httpOnly).toBe(true)
  expect(company.site.logs()).not.toMatch(/"level":[56]0/)
  // Requests that the node sends to itself, to have pages ready and fresh, are under the host of SITE_URL too.
  expect(company.site.logs()).not.toMatch(/"status":421|was not rendered again/)
})

describe('the accounts of the company', () => {
  test('pay at Zibal too, and ask Vandar for its banks', async () => {
    const page = await visit('/login')
    await signIn(page)
    const order = { package_id: 'month-1', gateway_id: 'zibal' }
    const made = await callInPage<{ transaction_id: string }>(page, 'POST', '/subscriptions', order)
    const paid = await callInPage<{ redirect_url: string }>(page, 'POST', '/subscriptions/pay', {
      transaction_id: made.transaction_id,
    })
    expect(paid.redirect_url).toContain(
      `${company.internet.origin('bank.net.example')}/fake/zibal/start/`,
    )
    await callInPage(page, 'GET', '/direct-debit/banks')
    const { asked } = company.internet
    const ordered = asked.find(({ path }) => path.endsWith('/zibal/v1/request'))
    expect(JSON.parse(ordered?.body ?? '')).toMatchObject({ merchant: ACCOUNTS.ZIBAL_MERCHANT })
    const listed = asked.find(({ path }) => path.endsWith('/banks/actives'))
    expect(listed?.path).toContain(`/business/${ACCOUNTS.VANDAR_BUSINESS}/`)
    expect(listed?.authorization).toBe(`Bearer ${ACCOUNTS.VANDAR_TOKEN}`)
  })

  test('send a code by SMS.ir if Kavenegar does not', async () => {
    company.kavenegar.answers({ http: 500, body: 'out of order' })
    onTestFinished(() => company.kavenegar.answers('ok'))
    const reply = await ask(`/api/access-token/users/${aNumber()}/otp`)
    expect(reply.status, reply.text).toBe(200)
    await expect.poll(() => company.smsIr.asked.length).toBeGreaterThan(0)
    const sent = company.smsIr.asked.at(-1)
    expect(sent?.key).toBe(ACCOUNTS.SMSIR_API_KEY)
    expect(sent?.fields.templateId).toBe(Number(ACCOUNTS.SMSIR_TEMPLATE_ID))
  })
})

describe('nothing of the demo', () => {
  test.each([
    '/dev/outbox',
    '/dev/outbox.json',
    '/fake/',
    '/fake/zarinpal/pg/StartPay/a',
    '/fake/partner/',
    '/fake/vast',
  ])('%s does not exist', async path => expect((await ask(path)).status).toBe(404))

  test('no demo account signs in, and no demo voucher is valid', async () => {
    const device = { unique_identifier: 'a-device-in-production' }
    const path = '/api/access-token/users/09120000001/password'
    const reply = await ask(path, 'POST', { password: PASSWORD, device })
    expect([401, 404, 422]).toContain(reply.status)
    const page = await visit('/login', { allow: [/status of 4/] })
    await signIn(page)
    await expect(callInPage(page, 'GET', '/packages/voucher?code=DEMO-50')).rejects.toThrow(
      /answered 4/,
    )
  })

  test('the catalogue and the packages are the imported ones', async () => {
    const { text } = await ask('/api/video-contents?count=100')
    const titles = (JSON.parse(text) as { data: { items: { title: string }[] } }).data.items
    expect(titles.map(({ title }) => title)).toEqual(['باران پاییز'])
    expect((await ask('/packages')).text).not.toContain('month-12')
  })
})

test('every reply over TLS scores 130 at the Observatory', async () => {
  for (const path of ['/', '/login', '/packages', '/nowhere', '/api/global-data']) {
    const reply = await ask(path)
    expect(reply.headers['strict-transport-security'], path).toMatch(/^max-age=31536000/)
    expect(observatoryScore(reply), path).toMatchObject({ lost: [] })
    expect(observatoryScore(reply).score, path).toBeGreaterThanOrEqual(130)
  }
})

describe('API_DOCS', () => {
  test('is off unless it is set: the path does not exist', async () => {
    const reply = await ask('/api/docs')
    expect(reply.status).toBe(404)
    expect(JSON.parse(reply.text).meta.operation_result).toBe('not_found')
  })

  test('shows the reference if it is on', { timeout: 180_000 }, async () => {
    const open = await startCompany({ isEmpty: true, env: { API_DOCS: 'on' } })
    onTestFinished(() => open.stop())
    const page = await visitCompany(open, '/api/docs')
    await page.getByRole('heading', { level: 1, name: 'API' }).waitFor()
    await page.locator('[data-section-id$="/operation/sendOtp"]').waitFor()
    await page.waitForLoadState('networkidle')
  })
})
