// The end of a session in this tab and in others, and sign-in by a partner.
import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { getT } from '#src/lib/i18n/i18n.ts'
import {
  aNumber,
  callAs,
  chooseProfile,
  codeFor,
  enter,
  isSignedIn,
  PASSWORD,
  ready,
  signInWithPassword,
  signUp,
} from '#tests/support/account.ts'
import { axeViolations } from '#tests/support/axe.ts'
import { DESKTOP, newPage, PHONE, screenshot } from '#tests/support/browser.ts'
import { ageCodes } from '#tests/support/site-database.ts'

const CLIENT_ERROR = /status of (401|403|410|422|428|429)/

/** Returns the number of a user with a password, signed in elsewhere. */
async function withPassword(): Promise<string> {
  const elsewhere = await newPage()
  const { msisdn } = await enter(elsewhere)
  await callAs(elsewhere, 'put', '/users/_self/password', { password: PASSWORD })
  return msisdn
}

/** Ends the session of the page's browser as another device does: its cookies remain. */
async function endElsewhere(page: Page): Promise<void> {
  const cookies = await page.context().cookies()
  await callAs(page, 'delete', '/access-token/users/_self')
  await page.context().addCookies(cookies)
}

test.each([
  ['/user', '/user'],
  ['/user/payments', '/user/payments'],
  ['/user/bookmarks', '/user/bookmarks'],
  ['/tickets/aB3dE5fG7hJ9kL1m', '/tickets/aB3dE5fG7hJ9kL1m'],
  ['/payment?id=p1', '/payment?id=p1'],
  ['/tv?code=123456', '/tv?code=123456'],
  ['/profile/choose', '/profile/choose'],
  ['/profile?redirect=%2Fuser', '/user'],
  ['/profile/pin?profileId=p1&redirect=%2Fuser', '/user'],
  ['/login?redirect=%2Fuser%2Fedit', '/user/edit'],
  ['/register?redirect=%2Fuser%2Fedit', '/user/edit'],
])('%s of a session that has ended asks to sign in, and returns to %s', async (path, back) => {
  const page = await newPage({ ...PHONE, touch: true, allow: [CLIENT_ERROR] })
  await enter(page)
  await endElsewhere(page)
  await page.goto(path)
  await page.waitForURL(/\/(login|register)\?redirect=/)
  await ready(page)
  await page.waitForLoadState('networkidle')
  const { pathname, searchParams } = new URL(page.url())
  expect([pathname, searchParams.get('redirect')]).toEqual([
    path.startsWith('/register') ? '/register' : '/login',
    back,
  ])
  expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('session')
})

test('who signs in again after the session has ended is on the page that was asked for', async () => {
  const page = await newPage({ ...DESKTOP, language: 'en', allow: [CLIENT_ERROR] })
  const msisdn = await withPassword()
  await enter(page, { msisdn })
  await endElsewhere(page)
  await signInWithPassword(page, msisdn, '/en/user/edit')
  await page.waitForURL(/\/en\/user\/edit$/)
})

test('other tabs follow sign-in and logout', async () => {
  const page = await newPage({ ...DESKTOP, language: 'en', allow: [/status of 401/] })
  const other = await page.context().newPage()
  await other.goto('/en/login')
  // A background page renders once a second.
  await page.bringToFront()
  await signUp(page, aNumber(), '/en/login')
  await other.waitForURL(url => !url.pathname.includes('/login'))
  await other.goto('/en/user')
  await page.bringToFront()
  await page.goto('/en/user')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.locator('dialog[open] .btn-action').click()
  await page.waitForURL(/\/en\/login/)
  await other.waitForURL(/\/en\/login/)
})

test('logout returns to the page with its query', async () => {
  const page = await newPage({ ...DESKTOP, language: 'en' })
  await enter(page)
  const path = '/en/contents?types=series&order=latest'
  await page.goto(path)
  await page.locator('[data-key=account]').click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.locator('dialog[open] .btn-action').click()
  await page.waitForURL(/\/en\/login/)
  expect(new URL(page.url()).searchParams.get('redirect')).toBe(path)
})

test.each(['/user/menu', '/en/user'])('logout on a phone at %s returns there', async path => {
  const language = path.startsWith('/en') ? 'en' : 'fa'
  const page = await newPage({ ...PHONE, touch: true, language })
  await enter(page)
  await page.goto(path)
  const t = getT(language)
  await page
    .locator('main')
    .getByRole('button', { name: t('shell.account.logout') })
    .click()
  await page.locator('dialog[open] .btn-action').click()
  await page.waitForURL(/\/login\?redirect=/)
  expect(new URL(page.url()).searchParams.get('redirect')).toBe(path)
})

test('a tab that is still loading follows a logout too', async () => {
  const page = await newPage({ ...DESKTOP, language: 'en', allow: [CLIENT_ERROR] })
  await enter(page)
  const other = await page.context().newPage()
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await other.route('**/_astro/boot.*.js', async route => {
    await held
    await route.continue()
  })
  await other.goto('/en/user', { waitUntil: 'commit' })
  await page.bringToFront()
  await page.goto('/en/user')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.locator('dialog[open] .btn-action').click()
  await page.waitForURL(/\/en\/login/)
  release()
  await other.waitForURL(/\/en\/login/)
})

test('a signed-in user without a profile is sent to choose one, and returns', async () => {
  const first = await newPage(PHONE)
  const { msisdn } = await enter(first)
  const another = { name: 'بهرام', avatar: 'type-1-4', age_type: 'adult' }
  await callAs(first, 'post', '/users/profile', another)
  const page = await newPage(PHONE)
  await enter(page, { profile: false, msisdn })
  await page.goto('/contents?order=latest')
  await page.waitForURL(/\/profile\?redirect=%2Fcontents%3Forder%3Dlatest/)
  await chooseProfile(page)
  await page.waitForURL(/\/contents\?order=latest/)
})

test('a user with one profile is not asked who is watching', async () => {
  const page = await newPage({ ...PHONE, language: 'en' })
  await enter(page, { profile: false })
  await page.goto('/en/contents?order=latest')
  await page.waitForURL(/\/en\/contents\?order=latest/)
  await page.waitForFunction(() => document.documentElement.hasAttribute('data-profile'))
  // A user who asks for the choice gets it.
  await page.goto('/en/profile')
  await page.locator('.profile-tile[aria-current=true]').waitFor()
})

test("a partner's user signs in with one click and gets a link back instead of logout", async () => {
  const page = await newPage({ ...DESKTOP, allow: [CLIENT_ERROR] })
  await page.goto('/fake/partner')
  await page.locator('input[name=msisdn]').fill(aNumber())
  await page.locator('button').click()
  await page.getByRole('button', { name: 'ورود به پرده' }).waitFor()
  await expect.poll(() => page.url()).not.toContain('expiration_token')
  await page.getByRole('button', { name: 'ورود به پرده' }).click()
  await page.waitForURL(url => isSignedIn(url) && !url.pathname.startsWith('/sso'))
  // The page must not appear even for a moment.
  await page.addInitScript(() => {
    new MutationObserver(() => {
      const buttons = [...document.querySelectorAll('button')]
      if (buttons.some(({ textContent }) => textContent.includes('خروج از حساب')))
        Reflect.set(self, 'hasSeenLogout', true)
    }).observe(document, { childList: true, subtree: true, characterData: true })
  })
  for (const path of ['/user/menu', '/user', '/user/settings']) {
    await page.goto(path)
    await page.getByRole('link', { name: 'بازگشت به صفحهٔ کمپین' }).first().waitFor()
    expect(await page.getByText('خروج از حساب').count(), path).toBe(0)
    expect(await page.evaluate(() => Reflect.has(self, 'hasSeenLogout')), path).toBe(false)
  }
  await endElsewhere(page)
  await page.goto('/user')
  await page.waitForURL(/\/fake\/partner/)
})

test('an account that exists is linked to the partner by a code, once', async () => {
  const owner = await newPage()
  const { msisdn } = await enter(owner)
  await ageCodes(msisdn, 121)
  const t = getT('fa')
  const comeFromPartner = async (page: Page) => {
    await page.goto(`/fake/partner/go?msisdn=${msisdn}`)
    await page.getByRole('button', { name: t('session.sso.go') }).click()
  }
  const seen = await codeFor(msisdn)
  const first = await newPage({ ...PHONE, allow: [CLIENT_ERROR] })
  await comeFromPartner(first)
  await first.getByRole('button', { name: t('session.login.sendCode') }).click()
  await first.locator('input[name=otp]').waitFor({ state: 'attached' })
  await screenshot(first, 'sso-link-390-fa')
  expect(await axeViolations(first)).toEqual([])
  await first.locator('input[name=otp]').fill(await codeFor(msisdn, seen))
  await first.waitForURL(url => isSignedIn(url) && !url.pathname.startsWith('/sso'))
  const second = await newPage(DESKTOP)
  await comeFromPartner(second)
  await second.waitForURL(url => isSignedIn(url) && !url.pathname.startsWith('/sso'))
})

test('an expired partner link is reported', async () => {
  const page = await newPage(PHONE)
  await page.goto('/sso?expiration_token=stale')
  await page.getByText('این لینک ورود معتبر نیست').waitFor()
})

test('an ended session redirects from an account page to login, and its cookies are cleared', async () => {
  const page = await newPage({ ...DESKTOP, allow: [CLIENT_ERROR] })
  await enter(page)
  await endElsewhere(page)
  await page.goto('/user')
  await page.waitForURL(/\/login\?redirect=%2Fuser/)
  await ready(page)
  await page.locator('input[name=msisdn]').waitFor()
})
