// Sign-in on slow and lost lines, with codes that expire, steps that are opened again, and a forgotten password.
import { describe, expect, test } from 'vitest'
import { getT } from '#src/lib/i18n/i18n.ts'
import {
  aNumber,
  arrived,
  askForCode,
  callAs,
  chooseProfile,
  codeFor,
  expectUsername,
  ready,
  signUp,
  withPassword,
} from '#tests/support/account.ts'
import { DESKTOP, newPage, PHONE } from '#tests/support/browser.ts'
import { ageCodes } from '#tests/support/site-database.ts'

const CLIENT_ERROR = /status of (401|403|410|422|428|429)/

describe.each([
  ['on a phone in Persian', { ...PHONE, touch: true, language: 'fa' }],
  ['on a desktop in English', { ...DESKTOP, language: 'en' }],
] as const)('%s', (_, where) => {
  const { language } = where
  const t = getT(language)
  const login = language === 'fa' ? '/login' : '/en/login'

  test('the back button returns from the code to the number, and a reload keeps the code step', async () => {
    const page = await newPage(where)
    const msisdn = aNumber()
    await askForCode(page, msisdn, login)
    await page.reload()
    await ready(page)
    await page.locator('input[name=otp]').waitFor({ state: 'attached' })
    await page.goBack()
    await page.locator('input[name=msisdn]').waitFor()
    expect(await page.locator('input[name=msisdn]').inputValue()).toBe(msisdn)
    // No other code is sent within a minute, so the first one is used.
    await page.locator('form button[type=submit]').click()
    await page.locator('input[name=otp]').fill(await codeFor(msisdn))
    await page.getByText(t('session.welcome.title')).waitFor()
  })

  test('an expired code is refused and reported, and the next one works', async () => {
    const page = await newPage({ ...where, allow: [CLIENT_ERROR] })
    await page.clock.install()
    const msisdn = aNumber()
    await askForCode(page, msisdn, login)
    const code = await codeFor(msisdn)
    await ageCodes(msisdn, 121)
    await page.locator('input[name=otp]').fill(code)
    await page.getByText(t('errors.otp_expired')).waitFor()
    await page.clock.fastForward('02:01')
    await page.getByRole('button', { name: t('session.code.resend') }).click()
    await page.locator('input[name=otp]').fill(await codeFor(msisdn, code))
    await page.getByText(t('session.welcome.title')).waitFor()
  })

  test('a lost connection is reported, keeps the input, and sign-in continues afterwards', async () => {
    const page = await newPage({ ...where, allow: [/ERR_INTERNET_DISCONNECTED/] })
    const msisdn = aNumber()
    await page.goto(login)
    await ready(page)
    await page.locator('input[name=msisdn]').fill(msisdn)
    await page.context().setOffline(true)
    await page.locator('form button[type=submit]').click()
    await page.getByText(t('errors.offline')).waitFor()
    expect(await page.locator('input[name=msisdn]').inputValue()).toBe(msisdn)
    await page.context().setOffline(false)
    await page.locator('form button[type=submit]').click()
    await page.locator('input[name=otp]').waitFor({ state: 'attached' })
  })

  test('a slow response shows progress, and a second click sends nothing', async () => {
    const page = await newPage(where)
    let asked = 0
    const answered = Promise.withResolvers<void>()
    await page.route('**/api/access-token/users/*/otp', async route => {
      asked += 1
      await answered.promise
      await route.continue()
    })
    await page.goto(login)
    await ready(page)
    await page.locator('input[name=msisdn]').fill(aNumber())
    const button = page.locator('form button[type=submit]')
    await button.click()
    await expect.poll(() => button.getAttribute('aria-busy')).toBe('true')
    await button.click({ force: true })
    answered.resolve()
    await page.locator('input[name=otp]').waitFor({ state: 'attached' })
    expect(asked).toBe(1)
  })
})

test('a reload keeps the step that asks for a name', async () => {
  const page = await newPage({ ...PHONE, language: 'en' })
  const msisdn = aNumber()
  await askForCode(page, msisdn, '/en/login?redirect=%2Fen%2Fcontents')
  await page.locator('input[name=otp]').fill(await codeFor(msisdn))
  await page.locator('[data-step=welcome]').waitFor()
  await page.reload()
  await page.locator('[data-step=welcome][data-hydrated=true]').waitFor()
  await page.locator('input[name=given-name]').fill('Sara')
  await page.locator('form button[type=submit]').click()
  await page.waitForURL(/\/en\/contents$/)
  const { name } = await callAs(page, 'get', '/users/_self')
  expect(name).toBe('Sara')
})

test('the step that asks for a name cannot be opened again, by the back button or by its address', async () => {
  const page = await newPage({ ...PHONE, language: 'en' })
  const msisdn = aNumber()
  await askForCode(page, msisdn, '/en/login?redirect=%2Fen%2Fcontents')
  await page.locator('input[name=otp]').fill(await codeFor(msisdn))
  await page.locator('[data-step=welcome]').waitFor()
  await page.locator('input[name=given-name]').fill('Sara')
  await page.locator('form button[type=submit]').click()
  await page.waitForURL(/\/en\/contents$/)
  await page.goBack()
  // The page of sign-in is left again, because its viewer is signed in.
  await page.waitForURL(/\/en\/contents$/)
  for (const step of ['welcome', 'new%20password']) {
    await page.goto(`/en/login?step=${step}&redirect=%2Fen%2Fcontents`)
    await page.waitForURL(/\/en\/contents$/)
  }
})

test('no redirect leaves the site, neither from sign-in nor from the profiles', async () => {
  const page = await newPage(DESKTOP)
  await signUp(page, aNumber(), `/login?redirect=${encodeURIComponent('//evil.example')}`)
  expect(new URL(page.url()).pathname).toBe('/')
  for (const redirect of ['/\\evil.example', 'https://evil.example', 'javascript:alert(1)']) {
    await page.goto(`/profile?redirect=${encodeURIComponent(redirect)}`)
    await chooseProfile(page)
    expect(new URL(page.url()).pathname).toBe('/')
    expect(page.url()).not.toContain('evil')
  }
})

test('the browser fills in the code of a message, and sign-in continues automatically', async () => {
  const page = await newPage({ ...PHONE, touch: true })
  await page.addInitScript(() => {
    const credentials = { get: () => new Promise(deliver => Object.assign(window, { deliver })) }
    Object.defineProperty(navigator, 'credentials', { value: credentials })
    Object.assign(window, { OTPCredential: Object })
  })
  const msisdn = aNumber()
  await askForCode(page, msisdn)
  const code = await codeFor(msisdn)
  await page.evaluate(code => {
    const { deliver } = window as unknown as { deliver: (message: { code: string }) => void }
    deliver({ code })
  }, code)
  await page.getByText('به پرده خوش آمدید').waitFor()
})

test('input before hydration is neither lost nor put into the URL', async () => {
  const page = await newPage(PHONE)
  const awake = Promise.withResolvers<void>()
  await page.route(/\/_astro\/Login\..*\.js/, async route => {
    await awake.promise
    await route.continue()
  })
  await page.goto('/login', { waitUntil: 'commit' })
  await page.waitForFunction(() => document.documentElement.dataset.js === '')
  await page.locator('input[name=msisdn]').fill(aNumber())
  await page.locator('form button[type=submit]').click()
  awake.resolve()
  await page.locator('input[name=otp]').waitFor({ state: 'attached' })
  expect(page.url()).not.toContain('msisdn')
})

test('a forgotten password is reset with a code and signs in afterwards', async () => {
  const page = await newPage({ ...DESKTOP, language: 'en', allow: [CLIENT_ERROR] })
  const msisdn = await withPassword()
  const before = await codeFor(msisdn)
  await page.goto('/en/login')
  await ready(page)
  await page.locator('input[name=msisdn]').fill(msisdn)
  await page.getByRole('button', { name: 'Sign in with a password' }).click()
  await page.getByRole('button', { name: 'Forgot your password?' }).click()
  await page.locator('input[name=otp]').fill(await codeFor(msisdn, before))
  const fresh = page.locator('input[name=new-password]')
  await fresh.waitFor()
  await expectUsername(page, msisdn)
  await fresh.fill('12345678')
  await page.locator('form button[type=submit]').click()
  await page.getByRole('alert').first().waitFor()
  await fresh.fill('a quiet evening')
  await page.locator('form button[type=submit]').click()
  await arrived(page)

  const again = await newPage({ ...PHONE, language: 'en' })
  await again.goto('/en/login')
  await ready(again)
  await again.locator('input[name=msisdn]').fill(msisdn)
  await again.getByRole('button', { name: 'Sign in with a password' }).click()
  await again.locator('input[name=password]').fill('a quiet evening')
  await again.keyboard.press('Enter')
  await arrived(again)
})
