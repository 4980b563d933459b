import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { chooseProfile, codeFor, persian, ready, signUp } from '#tests/support/account.ts'
import { DESKTOP, newPage, PHONE, screenshot } from '#tests/support/browser.ts'

const REFUSED = /status of (401|403|404|422|429|451)/

/** A new user watching as the primary profile, with a profile more. */
async function withAnother(page: Page, { kid = false, pin = '' } = {}): Promise<string> {
  const msisdn = await signUp(page)
  await chooseProfile(page)
  await page.goto('/profile/type')
  await ready(page)
  await page.getByRole('button', { name: kid ? /کودک/ : /بزرگسال/ }).click()
  await page.locator('input[name=name]').fill(kid ? 'نیلو' : 'بهرام')
  if (kid) await page.getByText('زیر ۳ سال').click()
  if (pin) {
    await page.locator('input[name=lock]').check()
    await page.locator('input[name=pin]').fill(persian(pin))
  }
  await page.locator('form button[type=submit]').click()
  await page.waitForURL(/\/profile\?/)
  await page.locator('.profile-tile').nth(1).waitFor()
  await ready(page)
  return msisdn
}

test('on a phone a profile is made with picture, birthday and lock, and opened by its PIN', async () => {
  const page = await newPage({ ...PHONE, touch: true, allow: [REFUSED] })
  await signUp(page)
  await chooseProfile(page)
  await page.goto('/profile/type')
  await ready(page)
  await page.getByRole('button', { name: /بزرگسال/ }).click()
  await page.locator('form button[type=submit]').click()
  await page.getByText('نام را وارد کنید.').waitFor()
  await page.locator('input[name=name]').fill('بهرام')
  await page.locator('input[value=type-1-4]').check({ force: true })
  await page.getByLabel('روز').selectOption('31')
  await page.getByLabel('ماه').selectOption('12')
  await page.getByLabel('سال').selectOption('1370')
  // Esfand of 1370 had 30 days.
  expect(await page.getByLabel('روز').inputValue()).toBe('30')
  await page.locator('input[name=lock]').check()
  await page.locator('input[name=pin]').fill('۱۲۳۴')
  await screenshot(page, 'profile-new-390', true)
  await page.locator('form button[type=submit]').click()
  await page.waitForURL(/\/profile\?/)
  await ready(page)
  await page.locator('.profile-tile').nth(1).click()
  await page.waitForURL(/\/profile\/pin/)
  await ready(page)
  await page.locator('input[name=pin]').fill('4321')
  await page.getByText('رمز پروفایل درست نیست.').waitFor()
  await page.locator('input[name=pin]').fill('۱۲۳۴')
  await page.waitForURL(/\/$/)
})

test('three profiles are the most', async () => {
  const page = await newPage(DESKTOP)
  await withAnother(page)
  await page.locator('a[href$="/profile/type"]').click()
  await page.waitForURL(/\/profile\/type/)
  await ready(page)
  await page.getByRole('button', { name: /بزرگسال/ }).click()
  await page.locator('input[name=name]').fill('ترانه')
  await page.locator('form button[type=submit]').click()
  await page.waitForURL(/\/profile\?/)
  await page.locator('.profile-tile').nth(2).waitFor()
  expect(await page.locator('a[href$="/profile/type"]').count()).toBe(0)
  await page.goto('/profile/type')
  await page.waitForURL(/\/profile\?/)
})

test('a child goes to the kids category and stays within its band', async () => {
  const page = await newPage({ ...PHONE, allow: [REFUSED] })
  await page.goto('/contents?types=single_video')
  const everything = await page.locator('main a[href*="/contents/"]').count()
  const restricted = await adultTitle(page)
  await withAnother(page, { kid: true })
  await page.locator('.profile-tile').nth(1).click()
  await page.waitForURL(/\/categories\/kids/)
  await screenshot(page, 'kid-390')
  await page.goto('/contents?types=single_video')
  expect(await page.locator('main a[href*="/contents/"]').count()).toBeLessThan(everything)
  await page.goto(restricted)
  await page.waitForURL(/\/categories\/kids/)
  const reply = await page.request.get(`/api/video-contents/${restricted.split('/')[2]}`)
  expect(reply.status()).toBe(451)
})

async function adultTitle(page: Page): Promise<string> {
  const reply = await page.request.get('/api/video-contents?types=single_video&count=100')
  const { data } = (await reply.json()) as {
    data: { items: Array<{ short_id: string; slug: string; age_label: number | null }> }
  }
  const found = data.items.find(({ age_label }) => (age_label ?? 18) >= 15)
  if (!found) throw new Error('the catalogue has no title for adults')
  return encodeURI(`/contents/${found.short_id}/${found.slug}`)
}

test('what is not the primary profile manages none', async () => {
  const page = await newPage({ ...DESKTOP, allow: [REFUSED] })
  await withAnother(page)
  const edit = await page.evaluate(async () => {
    const reply = await fetch('/api/users/profile/')
    return ((await reply.json()) as { data: { items: Array<{ id: string }> } }).data.items[0]?.id
  })
  await page.locator('.profile-tile').nth(1).click()
  await page.waitForURL(/\/$/)
  for (const path of ['/profile/choose', '/profile/type', `/user/edit?profileId=${edit}`]) {
    await page.goto(path)
    await page.waitForURL(/\/profile\?/)
  }
  expect(await page.locator('a[href$="/profile/choose"]').count()).toBe(0)
})

test('a profile is renamed, locked, and its PIN reset with a code', async () => {
  const page = await newPage({ ...DESKTOP, allow: [REFUSED] })
  const msisdn = await withAnother(page)
  await page.goto('/profile/choose')
  await page.locator('.profile-tile').nth(1).click()
  await page.waitForURL(/\/user\/edit\?profileId=/)
  await ready(page)
  await page.locator('input[name=name]').fill('بهرام خان')
  await page.locator('form button[type=submit]').first().click()
  await page.getByText('پروفایل ذخیره شد.').waitFor()
  await page.getByRole('button', { name: 'گذاشتن رمز' }).click()
  await page.locator('input[name=new-pin]').fill('2468')
  await page.locator('dialog[open] button[type=submit]').click()
  await page.getByText('پروفایل قفل شد.').waitFor()
  await page.getByRole('button', { name: 'رمز را فراموش کرده‌اید؟' }).click()
  const before = await codeFor(msisdn)
  await page.getByRole('button', { name: 'ارسال کد به موبایل من' }).click()
  await waitOrSent(page)
  if (await page.locator('dialog[open] input[name=otp]').count()) {
    await page.locator('dialog[open] input[name=otp]').fill(await codeFor(msisdn, before))
    await page.locator('input[name=new-pin]').fill('1357')
    await page.locator('dialog[open] button[type=submit]').click()
    await page.getByText('رمز پروفایل عوض شد.').waitFor()
  }
})

/** One message a minute to a number: the sign-in took it, so the wait is said. */
async function waitOrSent(page: Page): Promise<void> {
  await page
    .locator('dialog[open] input[name=otp], dialog[open] [role=alert]')
    .first()
    .waitFor({ state: 'attached' })
}

test('other tabs follow a switch of the profile', async () => {
  const page = await newPage(DESKTOP)
  await withAnother(page)
  const other = await page.context().newPage()
  await other.goto('/profile')
  await ready(other)
  expect(await other.locator('.profile-tile[aria-current=true]').count()).toBe(1)
  const reloaded = other.waitForEvent('load')
  await page.locator('.profile-tile').nth(1).click()
  await page.waitForURL(/\/$/)
  await reloaded
  const current = other.locator('.profile-tile[aria-current=true]')
  await expect.poll(() => current.textContent()).toContain('بهرام')
})
