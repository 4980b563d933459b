import { expect, test } from 'vitest'
import { logout, setFirstPassword } from '#src/contract/endpoints/session.ts'
import {
  aNumber,
  arrived,
  chooseProfile,
  PASSWORD,
  ready,
  signInWithPassword,
} from '#tests/support/account.ts'
import { signInAt } from '#tests/support/api-client.ts'
import { DESKTOP, newPage, PHONE, screenshot, siteUrl } from '#tests/support/browser.ts'
import { resetProof } from '#tests/support/site-database.ts'

const CLIENT_ERROR = /status of (401|403|422)/
const FULL = '09120000005'

test('a user of a fourth device chooses one of three to end and signs in; the ended one is signed out at its next call', async () => {
  const phone = await newPage({ ...PHONE, touch: true, allow: [CLIENT_ERROR] })
  await signInWithPassword(phone, FULL)
  await phone.getByText('به سقف دستگاه‌ها رسیده‌اید').waitFor()
  expect(await phone.locator('input[type=checkbox]').count()).toBe(3)
  await screenshot(phone, 'devices-limit-390')
  expect(await phone.locator('form button[type=submit]').isDisabled()).toBe(true)
  await phone.locator('input[type=checkbox]').first().check()
  await phone.locator('form button[type=submit]').click()
  await chooseProfile(phone)

  const desktop = await newPage({ ...DESKTOP, language: 'en', allow: [CLIENT_ERROR] })
  await signInWithPassword(desktop, FULL, '/en/login')
  await desktop.locator('input[type=checkbox]').first().waitFor()
  for (const box of await desktop.locator('input[type=checkbox]').all()) await box.check()
  await desktop.locator('form button[type=submit]').click()
  await desktop.waitForURL(url => !url.pathname.includes('/login'))

  await phone.goto('/user')
  await phone.waitForURL(/\/login/)
})

test('ending a device asks for re-authentication if the last proof is old, then continues automatically', async () => {
  const msisdn = aNumber()
  const { api } = await signInAt(siteUrl(), msisdn)
  await api(setFirstPassword, { body: { password: PASSWORD } })
  await api(logout)

  const one = await newPage({ ...DESKTOP, language: 'en', allow: [CLIENT_ERROR] })
  await signInWithPassword(one, msisdn, '/en/login')
  await arrived(one)
  const other = await newPage({ ...PHONE, allow: [CLIENT_ERROR] })
  await signInWithPassword(other, msisdn)
  await arrived(other)

  await one.goto('/en/user/devices')
  await one.locator('#devices').scrollIntoViewIfNeeded()
  await one.getByText('This device').waitFor()
  expect(await one.locator('#devices li').count()).toBe(2)
  const labels = await one
    .locator('#devices button')
    .evaluateAll(buttons => buttons.map(button => button.getAttribute('aria-label')))
  expect(labels.every(label => label?.startsWith('Sign out device: '))).toBe(true)
  expect(new Set(labels).size).toBe(labels.length)
  await resetProof(msisdn)
  const end = one.locator('#devices button').first()
  await end.focus()
  await one.keyboard.press('Enter')
  await one.locator('dialog[open] input[name=password]').waitFor()
  await screenshot(one, 'reauth-password-1280-en')
  await one.keyboard.press('Escape')
  await expect.poll(() => one.locator('dialog[open]').count()).toBe(0)
  await one.getByText('Please confirm that it’s you first.').waitFor()
  expect(await one.locator('#devices li').count()).toBe(2)
  await end.focus()
  await one.keyboard.press('Enter')
  const password = one.locator('dialog[open] input[name=password]')
  await password.fill('not this one')
  await one.locator('dialog[open] button[type=submit]').click()
  await one.getByText('The password is incorrect.').first().waitFor()
  await password.fill(PASSWORD)
  await one.keyboard.press('Enter')
  await one.getByText('The device has been signed out.').waitFor()
  await expect.poll(() => one.locator('#devices li').count()).toBe(1)
  await other.goto('/user')
  await other.waitForURL(/\/login/)
  await ready(other)
})
