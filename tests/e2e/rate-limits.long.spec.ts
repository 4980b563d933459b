// The messages at a rate limit: codes per address, message budgets, wrong passwords.
import { sql } from 'drizzle-orm'
import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CODES_PER_HOUR } from '#src/contract/limits.ts'
import { getT } from '#src/lib/i18n/i18n.ts'
import { aNumber, callAs, enter, PASSWORD, ready } from '#tests/support/account.ts'
import { axeViolations } from '#tests/support/axe.ts'
import { newPage, screenshot, siteUrl } from '#tests/support/browser.ts'
import { freePort, type Site, startSite } from '#tests/support/site.ts'
import { siteDatabase } from '#tests/support/site-database.ts'

const START_MS = 120_000
const CLIENT_ERROR = /status of (422|428|429|502|503)/
const DEPLOYMENTS = [
  ['on a phone in Persian', { width: 360, height: 740, touch: true, language: 'fa' }],
  ['on a desktop in English', { width: 1280, height: 800, language: 'en' }],
] as const

const METRICS_TOKEN = 'a token of at least sixteen characters'
/** Time for one second of work on a busy machine. */
const SOLVED = { state: 'attached', timeout: 45_000 } as const

let last = 0
/** Returns a client address with this many codes in the last hour. */
async function aBusyAddress(codes: number = CODES_PER_HOUR.address): Promise<string> {
  const address = `100.${64 + (process.pid % 60)}.${Math.floor(Date.now() / 1000) % 250}.${++last}`
  const db = await siteDatabase()
  await db.execute(sql`insert into rate_limits (key, points, expire)
    values (${`otp-address:${address}`}, ${codes}, ${Date.now() + 3_600_000})`)
  return address
}

/** Uses up the codes that a number gets on unknown devices within an hour. */
async function spendCodes(msisdn: string): Promise<void> {
  const db = await siteDatabase()
  await db.execute(sql`insert into rate_limits (key, points, expire)
    values (${`otp-hour:${msisdn}`}, ${CODES_PER_HOUR.number}, ${Date.now() + 3_600_000})`)
}

async function typeNumber(page: Page, language: 'fa' | 'en', msisdn = aNumber()): Promise<void> {
  await page.goto(language === 'fa' ? '/login' : '/en/login')
  await ready(page)
  await page.locator('input[name=msisdn]').fill(msisdn)
}

/** Delays the proof-of-work solver until it is released. */
async function holdSolver(page: Page): Promise<() => void> {
  let go = () => {}
  const gone = new Promise<void>(done => {
    go = done
  })
  await page.route(/solve-proof/, async route => {
    await gone
    await route.continue()
  })
  return go
}

describe.each(DEPLOYMENTS)('%s', { timeout: START_MS }, (_, where) => {
  const { language } = where
  const t = getT(language)
  const shot = (page: Page, name: string) => screenshot(page, `${name}-${where.width}-${language}`)

  test('a busy address solves a proof of work, and the code is sent', async () => {
    const page = await newPage({ ...where, address: await aBusyAddress(), allow: [CLIENT_ERROR] })
    const scripts: string[] = []
    page.on('request', request => void scripts.push(request.url()))
    await typeNumber(page, language)
    expect(scripts.filter(url => /solve-proof|altcha/.test(url))).toEqual([])
    const go = await holdSolver(page)
    await page.keyboard.press('Enter')
    await page.getByText(t('session.proof.checking')).first().waitFor()
    await shot(page, 'login-checking')
    expect(await axeViolations(page)).toEqual([])
    go()
    await page.locator('input[name=otp]').waitFor(SOLVED)
    expect(scripts.filter(url => /solve-proof/.test(url))).toHaveLength(1)
  })

  test('the check can be cancelled by keyboard and repeated', async () => {
    const page = await newPage({ ...where, address: await aBusyAddress(), allow: [CLIENT_ERROR] })
    await typeNumber(page, language)
    const go = await holdSolver(page)
    const submit = page.locator('form button[type=submit]')
    await page.keyboard.press('Enter')
    const cancel = page.getByRole('button', { name: t('session.proof.cancel') })
    await cancel.waitFor()
    await page.keyboard.press('Tab')
    expect(await cancel.evaluate(button => button === document.activeElement)).toBe(true)
    await page.keyboard.press('Enter')
    go()
    await cancel.waitFor({ state: 'detached' })
    expect(await submit.evaluate(button => button === document.activeElement)).toBe(true)
    expect(await page.locator('[role=alert]:visible').count()).toBe(0)
    await page.keyboard.press('Enter')
    await page.locator('input[name=otp]').waitFor(SOLVED)
  })

  test('a browser that cannot solve it shows why', async () => {
    const page = await newPage({ ...where, address: await aBusyAddress(), allow: [CLIENT_ERROR] })
    await page.addInitScript(() => {
      Object.defineProperty(Crypto.prototype, 'subtle', { value: undefined })
    })
    await typeNumber(page, language)
    await page.keyboard.press('Enter')
    await page.getByText(t('errors.proof_required')).waitFor()
    await shot(page, 'login-no-proof')
  })

  test('a number whose codes are used up offers the password, and a device that is signed in', async () => {
    const page = await newPage({ ...where, allow: [CLIENT_ERROR] })
    const msisdn = aNumber()
    await spendCodes(msisdn)
    await typeNumber(page, language, msisdn)
    await page.keyboard.press('Enter')
    await page.locator('[data-other-ways]').waitFor()
    await shot(page, 'login-no-codes')
    expect(await axeViolations(page)).toEqual([])
    const byPassword = page.getByRole('button', { name: t('session.login.withPassword') })
    expect(await byPassword.count()).toBe(1)
    await page.getByRole('button', { name: t('session.login.withDevice') }).click()
    await page.locator('.tv-code').waitFor()
    await page.getByRole('button', { name: t('session.tv.onThisDevice') }).click()
    await page.locator('input[name=msisdn]').waitFor()
  })

  test('after wrong passwords of strangers the owner has two ways to sign in', async () => {
    const owner = await newPage({ ...where, allow: [CLIENT_ERROR] })
    const { msisdn } = await enter(owner)
    await callAs(owner, 'put', '/users/_self/password', { password: PASSWORD })
    const cookies = await owner.context().cookies()
    const cookie = cookies.find(({ name }) => /devices$/.test(name))
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax' })
    expect(cookie?.value).not.toContain(msisdn.slice(2))
    const headers = { origin: siteUrl() }
    await owner.request.delete(`${siteUrl()}/api/access-token/users/_self`, { headers })

    const stranger = await newPage({ ...where, allow: [CLIENT_ERROR] })
    await typeNumber(stranger, language, msisdn)
    await stranger.getByRole('button', { name: t('session.login.withPassword') }).click()
    const password = stranger.locator('input[name=password]')
    for (let tries = 0; tries < 6; tries++) {
      await password.fill(`a guess ${tries}`)
      const answered = stranger.waitForResponse(/\/password$/)
      await stranger.keyboard.press('Enter')
      await answered
    }
    await stranger.locator('[role=alert]:visible').waitFor()
    await shot(stranger, 'login-locked')
    expect(await axeViolations(stranger)).toEqual([])
    // Tab passes the field, the show button and the link to sign in with a code.
    for (let tab = 0; tab < 2; tab++) await stranger.keyboard.press('Tab')
    const byCode = stranger.getByRole('button', { name: t('session.login.withCode') })
    expect(await byCode.evaluate(button => button === document.activeElement)).toBe(true)

    await typeNumber(owner, language, msisdn)
    await owner.getByRole('button', { name: t('session.login.withPassword') }).click()
    await owner.locator('input[name=password]').fill(PASSWORD)
    await owner.keyboard.press('Enter')
    await owner.waitForURL(/\/profile/)
  })
})

describe('a site whose providers do not answer', () => {
  let site: Site
  beforeAll(async () => {
    const nobody = `http://127.0.0.1:${await freePort()}`
    site = await startSite({ env: { KAVENEGAR_API_KEY: 'key', SMS_BASE_URL: nobody } })
  }, START_MS)
  afterAll(() => site.stop())

  test.each(DEPLOYMENTS)(
    '%s shows the real cause, and allows another attempt at once',
    async (_, where) => {
      const page = await newPage({ ...where, url: site.url, allow: [CLIENT_ERROR] })
      const text = getT(where.language)('errors.sms_unavailable')
      await typeNumber(page, where.language)
      for (let tries = 0; tries < 3; tries++) {
        const answered = page.waitForResponse(/\/otp$/)
        await page.keyboard.press('Enter')
        // 503 follows once the breaker of the provider is open.
        expect([502, 503]).toContain((await answered).status())
        await page.getByText(text).waitFor()
      }
      await screenshot(page, `login-sms-down-${where.width}-${where.language}`)
      expect(await axeViolations(page)).toEqual([])
    },
  )
})

describe('a site that has used up its messages of the day', () => {
  let site: Site
  beforeAll(async () => {
    site = await startSite({ env: { SMS_PER_DAY: '1', METRICS_TOKEN } })
  }, START_MS)
  afterAll(() => site.stop())

  test('reports it, and when to try again', async () => {
    await fetch(`${site.url}/api/access-token/users/${aNumber()}/otp`)
    for (const [, where] of DEPLOYMENTS) {
      const page = await newPage({ ...where, url: site.url, allow: [CLIENT_ERROR] })
      await typeNumber(page, where.language)
      const answered = page.waitForResponse(/\/otp$/)
      await page.keyboard.press('Enter')
      const reply = await answered
      expect([reply.status(), Number(reply.headers()['retry-after']) > 80_000]).toEqual([503, true])
      await page.locator('[role=alert]:visible').waitFor()
      await screenshot(page, `login-budget-${where.width}-${where.language}`)
    }
    const headers = { authorization: `Bearer ${METRICS_TOKEN}` }
    const metrics = await (await fetch(`${site.url}/metrics`, { headers })).text()
    expect(metrics).toMatch(/pardeh_sms_left\{window="day"\} 0/)
    await expect.poll(() => site.logs()).toContain('"sms_budget_gone"')
  })
})
