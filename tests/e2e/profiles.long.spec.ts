import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { callAs, codeFor, enter, persian, readableStorage, ready } from '#tests/support/account.ts'
import { DESKTOP, newPage, PHONE, screenshot } from '#tests/support/browser.ts'
import { otherThan } from '#tests/support/sign-in-codes.ts'

const CLIENT_ERROR = /status of (401|403|404|422|429|451)/
const OFFLINE = /ERR_INTERNET_DISCONNECTED/

type Another = { kid?: boolean; pin?: string; path?: string }

/** Signs up a new user with two profiles and opens the profile choice. */
async function withAnother(page: Page, { kid = false, pin, path = '/profile' }: Another = {}) {
  const person = await enter(page)
  const fields = kid
    ? { name: 'نیلو', avatar: 'type-2-2', age_type: 'under_3' }
    : { name: 'بهرام', avatar: 'type-1-4', age_type: 'adult' }
  const { id } = await callAs(page, 'post', '/users/profile', {
    ...fields,
    ...(pin ? { pin } : {}),
  })
  await page.goto(path)
  await ready(page)
  return { ...person, id: id as string }
}

test.each([
  ['fa', '/profile'],
  ['en', '/en/profile'],
  ['fa', '/profile/choose'],
  ['en', '/en/profile/choose'],
] as const)(
  'on a narrow phone (%s) the tile that adds a profile on %s is not cut',
  async (language, path) => {
    const page = await newPage({ width: 360, height: 740, touch: true, language })
    await enter(page)
    await page.goto(path)
    const name = page.locator('li:has(.profile-add) .profile-name')
    await name.waitFor()
    const { scroll, client } = await name.evaluate(({ scrollWidth, clientWidth }) => ({
      scroll: scrollWidth,
      client: clientWidth,
    }))
    expect(scroll).toBeLessThanOrEqual(client)
    await screenshot(page, `profile-add-360${path.replaceAll('/', '-')}`)
  },
)

test('on a phone a profile is created with avatar, birthday and lock, and opened by its PIN', async () => {
  const page = await newPage({ ...PHONE, touch: true, allow: [CLIENT_ERROR] })
  await enter(page)
  await page.goto('/profile/type')
  await ready(page)
  await page.getByRole('button', { name: /بزرگسال/ }).click()
  await page.locator('input[name=lock]').check()
  await page.locator('form button[type=submit]').click()
  await page.getByText('نام را وارد کنید.').waitFor()
  await page.getByText('پین پروفایل باید چهار رقم باشد.').waitFor()
  await page.locator('input[name=name]').fill('بهرام')
  await page.locator('input[value=type-1-4]').check({ force: true })
  await page.getByLabel('روز').selectOption('31')
  await page.getByLabel('ماه').selectOption('12')
  await page.getByLabel('سال').selectOption('1370')
  // Esfand of 1370 had 30 days.
  expect(await page.getByLabel('روز').inputValue()).toBe('30')
  await page.locator('input[name=pin]').fill('۱۲۳۴')
  await screenshot(page, 'profile-new-390', true)
  await page.locator('form button[type=submit]').click()
  await page.waitForURL(/\/profile\?/)
  await ready(page)
  await page.locator('.profile-tile').nth(1).click()
  await page.waitForURL(/\/profile\/pin/)
  await ready(page)
  await page.locator('input[name=pin]').fill('4321')
  await page.getByText('پین درست نیست.').waitFor()
  await page.locator('input[name=pin]').fill('۱۲۳۴')
  await page.waitForURL(/\/$/)
})

test('the PIN page of a profile without a PIN switches, and back does not switch again', async () => {
  const page = await newPage({ ...DESKTOP, allow: [CLIENT_ERROR] })
  const { id } = await withAnother(page)
  await page.goto(`/profile/pin?profileId=${id}&redirect=%2Fcontents`)
  await page.waitForURL(/\/contents$/)
  const { profile } = await callAs<{ profile: { id: string } }>(page, 'get', '/users/_self')
  expect(profile.id).toBe(id)
  await page.goBack()
  await page.waitForURL(/\/profile$/)
})

test('a switch throws no error, whatever is still loading and whatever the browser stores', async () => {
  const page = await newPage(DESKTOP)
  const { id } = await withAnother(page, { kid: true })
  const held = Promise.withResolvers<void>()
  await page.route('**/api/video-contents/conditional-props-compact', async route => {
    await held.promise
    await route.continue().catch(() => undefined)
  })
  await page.addInitScript(() => {
    const { setItem } = Storage.prototype
    Storage.prototype.setItem = function (key, value) {
      if (/^(pinned-profile|session-of)$/.test(key)) throw new DOMException('full')
      setItem.call(this, key, value)
    }
  })
  await page.goto('/contents')
  await page.locator('[data-key=account]').click()
  await page.locator('.switcher-row').nth(1).click()
  await page.waitForURL(/\/categories\/kids\/kids/)
  held.resolve()
  const { profile } = await callAs<{ profile: { id: string } }>(page, 'get', '/users/_self')
  expect(profile.id).toBe(id)
})

test('there are at most three profiles', async () => {
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

test('a kid profile opens the kids category and stays within its age band', async () => {
  const page = await newPage({ ...PHONE, allow: [CLIENT_ERROR] })
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

test('only the primary profile manages profiles', async () => {
  const page = await newPage({ ...DESKTOP, allow: [CLIENT_ERROR] })
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

test('a profile is renamed and locked, and its lock changed and removed with the PIN', async () => {
  const page = await newPage({ ...DESKTOP, allow: [CLIENT_ERROR] })
  await withAnother(page)
  await page.goto('/profile/choose')
  await page.locator('.profile-tile').nth(1).click()
  await page.waitForURL(/\/user\/edit\?profileId=/)
  await ready(page)
  await page.locator('input[name=name]').fill('بهرام خان')
  await page.locator('form button[type=submit]').first().click()
  await page.getByText('پروفایل ذخیره شد.').waitFor()
  const save = page.locator('dialog[open] button[type=submit]')
  await page.getByRole('button', { name: 'تعیین پین' }).click()
  await page.locator('input[name=new-pin]').fill('2468')
  await save.click()
  await page.getByText('پروفایل قفل شد.').waitFor()
  await page.getByRole('button', { name: 'تغییر پین' }).click()
  await page.locator('input[name=current-pin]').fill('1111')
  await page.locator('input[name=new-pin]').fill('1357')
  await save.click()
  await page.getByText('پین درست نیست.').waitFor()
  expect(await page.locator('input[name=new-pin]').inputValue()).toBe('1357')
  await page.locator('input[name=current-pin]').fill('2468')
  await save.click()
  // The message about the first change may still be visible.
  await page.locator('dialog[open]').waitFor({ state: 'detached' })
  await page.getByText('پین پروفایل تغییر کرد.').waitFor()
  await page.getByRole('button', { name: 'برداشتن پین' }).click()
  await page.locator('input[name=current-pin]').fill('1357')
  await save.click()
  await page.getByText('قفل پروفایل برداشته شد.').waitFor()
  await page.getByRole('button', { name: 'تعیین پین' }).waitFor()
})

test('a forgotten PIN is reset with a code: the new one opens the profile, the old one does not', async () => {
  const page = await newPage({ ...DESKTOP, language: 'en', allow: [CLIENT_ERROR] })
  const { msisdn, id } = await withAnother(page, { pin: '2468', path: '/en/profile' })
  await page.locator('.profile-tile').nth(1).click()
  await page.waitForURL(/\/en\/profile\/pin/)
  await ready(page)
  await page.getByRole('button', { name: 'Forgot PIN?' }).click()
  const before = await codeFor(msisdn)
  await page.getByRole('button', { name: 'Send a code to my mobile' }).click()
  await page.locator('input[name=otp]').fill(await codeFor(msisdn, before))
  await page.locator('input[name=new-pin]').fill('1357')
  await page.locator('form button[type=submit]').click()
  await page.waitForURL(/\/en\/?$/)
  expect(await watching(page)).toBe('بهرام')

  await page.goto(`/en/profile/pin?profileId=${id}`)
  await ready(page)
  await page.locator('input[name=pin]').fill('2468')
  await page.getByText('The PIN is incorrect.').waitFor()
  await page.locator('input[name=pin]').fill('1357')
  await page.waitForURL(/\/en\/?$/)
})

/** Returns the name of the current profile in this browser's state. */
function watching(page: Page): Promise<string | undefined> {
  return readableStorage(page).then(text => /"profile":\{[^}]*"name":"([^"]*)"/.exec(text)?.[1])
}

test('on a phone a profile is deleted after a confirmation and a code', async () => {
  const page = await newPage({ ...PHONE, touch: true, allow: [CLIENT_ERROR, OFFLINE] })
  const { msisdn, id } = await withAnother(page)
  await page.goto(`/user/edit?profileId=${id}`)
  await ready(page)
  await page.getByRole('button', { name: 'حذف پروفایل' }).click()
  const dialog = page.locator('dialog[open]')
  await dialog.getByText('بهرام').waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'حذف پروفایل' }).click()
  const before = await codeFor(msisdn)
  await page.context().setOffline(true)
  await dialog.getByRole('button', { name: 'ارسال کد حذف' }).click()
  await dialog.getByText('اینترنت شما قطع است').waitFor()
  await page.context().setOffline(false)
  await dialog.getByRole('button', { name: 'ارسال کد حذف' }).click()
  const code = await codeFor(msisdn, before)
  await dialog.locator('input[name=otp]').fill(otherThan(code))
  await dialog.getByText('کد واردشده درست نیست.').waitFor()
  await dialog.locator('input[name=otp]').fill(persian(code))
  await page.waitForURL(/\/profile\?/)
  await page.getByText('پروفایل حذف شد.').waitFor()
  expect(await page.locator('.profile-tile:not([href])').count()).toBe(1)
  await page.goBack()
  await page.waitForURL(/\/profile$/)
  expect(await page.getByText('بهرام').count()).toBe(0)
})

test('other tabs follow a switch of the profile', async () => {
  const page = await newPage(PHONE)
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

test('the only profile is chosen exactly once, even if the layout scripts load late', async () => {
  const page = await newPage()
  await enter(page, { profile: false })
  const late = (pattern: string, ms: number) =>
    page.route(pattern, async route => {
      await new Promise(done => setTimeout(done, ms))
      await route.continue()
    })
  await late('**/_astro/boot.*.js', 1_500)
  await late('**/api/users/_self', 4_000)
  let switches = 0
  page.on('request', request => {
    if (request.url().endsWith('/profile/switch')) switches += 1
  })
  await page.goto('/profile?redirect=%2Ffaq')
  await page.waitForURL(/\/faq$/)
  expect(switches).toBe(1)
})
