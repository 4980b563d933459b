import { expect, test } from 'vitest'
import {
  aNumber,
  askForCode,
  codeFor,
  enter,
  expectUsername,
  PASSWORD,
  persian,
  readableStorage,
  ready,
  withPassword,
} from '#tests/support/account.ts'
import { axeViolations } from '#tests/support/axe.ts'
import { DESKTOP, newPage, PHONE, screenshot } from '#tests/support/browser.ts'

const CLIENT_ERROR = /status of (401|403|410|422|428|429)/

test('on a phone, in Persian, a new number signs up with a code', async () => {
  const page = await newPage({ ...PHONE, touch: true, allow: [CLIENT_ERROR] })
  const msisdn = aNumber()
  await page.goto('/login')
  await ready(page)
  await page.locator('input[name=msisdn]').fill('۰۹۱۲')
  await page.locator('form button[type=submit]').click()
  await page.getByText('قالب شمارهٔ موبایل درست نیست.').waitFor()
  expect(await page.locator('input[name=msisdn]').inputValue()).toBe('۰۹۱۲')

  await page.locator('input[name=msisdn]').fill(persian(msisdn))
  await page.locator('form button[type=submit]').click()
  await page.locator('input[name=otp]').waitFor({ state: 'attached' })
  const code = await codeFor(msisdn)
  await page.locator('input[name=otp]').fill(code === '111111' ? '222222' : '111111')
  await page.getByText('کد واردشده درست نیست.').waitFor()
  await screenshot(page, 'login-wrong-code-390')
  expect(await axeViolations(page)).toEqual([])
  await page.locator('input[name=otp]').fill(persian(code))
  await page.getByText('به پرده خوش آمدید').waitFor()
  await page.locator('input[name=given-name]').fill('سارا')
  await page.locator('form button[type=submit]').click()
  await page.waitForURL(/\/$/)
})

test('on a desktop, in English, sign-in by password returns to the requested page', async () => {
  const page = await newPage({ ...DESKTOP, language: 'en', allow: [CLIENT_ERROR] })
  const msisdn = await withPassword()
  await page.goto('/en/user/edit')
  await page.waitForURL(/\/en\/login\?redirect=%2Fen%2Fuser%2Fedit/)
  await ready(page)
  await page.locator('input[name=msisdn]').fill(`+98${msisdn.slice(1)}`)
  await page.getByRole('button', { name: 'Sign in with a password' }).click()
  const password = page.locator('input[name=password]')
  await password.waitFor()
  await expectUsername(page, msisdn)
  await password.fill('not this one')
  await page.getByRole('button', { name: 'Show password' }).click()
  expect(await password.getAttribute('type')).toBe('text')
  await page.locator('form button[type=submit]').click()
  await page.getByText('Mobile number or password is incorrect.').first().waitFor()
  expect(await axeViolations(page)).toEqual([])
  expect(await password.inputValue()).toBe('not this one')
  await password.fill(PASSWORD)
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/en\/user\/edit$/)
})

test('a code is found in pasted text', async () => {
  const page = await newPage(DESKTOP)
  const msisdn = aNumber()
  await askForCode(page, msisdn)
  const text = `کد ورود: ${persian(await codeFor(msisdn))}`
  await page.locator('input[name=otp]').evaluate((input, pasted) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text', pasted)
    input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }))
  }, text)
  await page.getByText('به پرده خوش آمدید').waitFor()
})

test('an empty number is asked for and takes the focus, by code and by password', async () => {
  const page = await newPage(PHONE)
  await page.goto('/login')
  await ready(page)
  const number = page.locator('input[name=msisdn]')
  const error = page.getByRole('alert')
  const hasFocus = () => number.evaluate(input => input === document.activeElement)
  for (const name of ['دریافت کد', 'ورود با رمز عبور']) {
    const button = page.getByRole('button', { name })
    await button.click()
    await error.filter({ hasText: 'شمارهٔ موبایل را وارد کنید.' }).waitFor()
    await expect.poll(hasFocus).toBe(true)
    await button.focus()
    await page.keyboard.press('Enter')
    await expect.poll(hasFocus).toBe(true)
  }
  await number.fill('0912')
  await page.getByRole('button', { name: 'دریافت کد' }).click()
  await error.filter({ hasText: 'قالب شمارهٔ موبایل درست نیست.' }).waitFor()
  await expect.poll(hasFocus).toBe(true)
})

test('a code that is too short is asked for and takes the focus', async () => {
  const page = await newPage(PHONE)
  await askForCode(page, aNumber())
  await page.locator('input[name=otp]').fill('12')
  await page.locator('form button[type=submit]').click()
  await page.getByRole('alert').filter({ hasText: 'کد را درست وارد کنید.' }).waitFor()
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('name'))
  await expect.poll(focused).toBe('otp')
})

test('registration asks for the terms first', async () => {
  const page = await newPage(PHONE)
  await page.goto('/register')
  await ready(page)
  await page.locator('input[name=msisdn]').fill(aNumber())
  await page.locator('form button[type=submit]').click()
  await page.getByText('برای ادامه باید قوانین را بپذیرید.').waitFor()
  expect(await axeViolations(page)).toEqual([])
  await page.locator('input[name=terms]').check()
  await page.locator('form button[type=submit]').click()
  await page.locator('input[name=otp]').waitFor({ state: 'attached' })
})

test('the step of a session asks visitors to sign in', async () => {
  const page = await newPage(PHONE)
  await page.goto('/login?step=welcome')
  await ready(page)
  await page.locator('[data-step=mobile]').waitFor()
})

test('the language switch of the sign-in page translates the target address', async () => {
  const page = await newPage(PHONE)
  await page.goto('/login?redirect=%2Fcontents%3Ftypes%3Dseries')
  await page.locator('[data-language-switch]').click()
  await page.waitForURL('**/en/login?redirect=%2Fen%2Fcontents%3Ftypes%3Dseries')
})

test('no script can read a token, and logout removes every name and number', async () => {
  const page = await newPage(DESKTOP)
  const { msisdn } = await enter(page)
  await page.goto('/user')
  const cookies = await page.context().cookies()
  const session = cookies.find(({ name }) => name.endsWith('session'))
  expect(session).toMatchObject({ httpOnly: true, sameSite: 'Lax' })
  const [access = '', profile = ''] = (session?.value ?? '').split(/~|%7E/)
  const before = await readableStorage(page)
  expect(before).toContain(msisdn)
  for (const secret of [access, profile]) {
    expect(secret).not.toBe('')
    expect(before).not.toContain(secret)
  }

  await page.goto('/user')
  await page.getByRole('button', { name: 'خروج از حساب' }).click()
  await page.getByRole('button', { name: 'خروج', exact: true }).click()
  await page.waitForURL(/\/login/)
  const after = await readableStorage(page)
  expect(after).not.toContain(msisdn)
  expect(after).not.toContain('subscription_remaining')
  expect((await page.context().cookies()).filter(({ name }) => /session|state/.test(name))).toEqual(
    [],
  )
  await page.goBack()
  await page.waitForURL(/\/login/)
  expect(await page.content()).not.toContain(persian(msisdn))
})
