import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import type { Content } from '#src/contract/content.ts'
import { callAs, codeFor, enter, expectUsername, persian, ready } from '#tests/support/account.ts'
import { axeViolations } from '#tests/support/axe.ts'
import { DESKTOP, newPage, PHONE } from '#tests/support/browser.ts'
import { resetProof } from '#tests/support/site-database.ts'
import { aTitle } from '#tests/support/viewer.ts'

const CLIENT_ERROR = /status of (401|403|404|410|422|429)/
const OFFLINE = /ERR_INTERNET_DISCONNECTED/
const SECTIONS = ['subscription', 'payments', 'history', 'devices', 'profiles', 'settings'].map(
  name => `/user/${name}`,
)

test('on a phone, account details can be changed; a lost connection and an invalid e-mail lose no input', async () => {
  const page = await newPage({ ...PHONE, touch: true, allow: [CLIENT_ERROR, OFFLINE] })
  await enter(page)
  await page.goto('/user')
  await page.getByRole('link', { name: 'ویرایش مشخصات' }).click()
  await page.waitForURL(/\/user\/edit$/)
  await ready(page)
  await page.locator('input[name=given-name]').fill('سارا')
  await page.locator('input[name=family-name]').fill('نیک‌پی')
  await page.locator('input[name=email]').fill('not an address')
  await page.getByLabel('روز').selectOption('30')
  await page.getByLabel('ماه').selectOption('6')
  await page.getByLabel('سال').selectOption('1372')
  const save = page.locator('main form button[type=submit]')
  await save.click()
  await page.getByText('ایمیل درست نیست.').waitFor()
  await page.locator('input[name=email]').fill('sara@example.com')
  await page.context().setOffline(true)
  await save.click()
  await page.getByText('اینترنت شما قطع است').waitFor()
  await page.context().setOffline(false)
  await save.click()
  await page.getByText('مشخصات شما ذخیره شد').waitFor()
  await page.reload()
  expect(await page.locator('input[name=given-name]').inputValue()).toBe('سارا')
  expect(await page.locator('input[name=email]').inputValue()).toBe('sara@example.com')
  expect(await page.getByLabel('ماه').inputValue()).toBe('6')
  await page.goBack()
  await page.locator('main').getByText('سارا نیک‌پی').waitFor()
})

describe('the password', () => {
  const open = async (page: Page) => {
    await page.goto('/en/user/password')
    await ready(page)
  }
  const type = async (page: Page, fresh: string, repeat = fresh) => {
    await page.locator('input[name=new-password]').first().fill(fresh)
    await page.locator('input[name=new-password]').nth(1).fill(repeat)
  }
  const signsIn = async (page: Page, msisdn: string, password: string) => {
    const device = { unique_identifier: 'another-browser' }
    const path = `/access-token/users/${msisdn}/password`
    return callAs(page, 'post', path, { password, device }).then(
      () => true,
      () => false,
    )
  }

  test('is set, changed, and reset with a code; other devices are signed out', async () => {
    const page = await newPage({ ...DESKTOP, language: 'en', allow: [CLIENT_ERROR] })
    const { msisdn } = await enter(page)
    const phone = await newPage({ ...PHONE, allow: [CLIENT_ERROR] })
    const submit = page.locator('main form button[type=submit]')

    await open(page)
    await expectUsername(page, msisdn)
    await type(page, 'a quiet evening', 'a quiet morning')
    await submit.click()
    await page.getByText('The passwords do not match.').waitFor()
    await type(page, '12345678')
    await submit.click()
    await page.getByRole('alert').first().waitFor()
    expect(await page.locator('input[name=new-password]').first().inputValue()).toBe('12345678')
    await type(page, 'a quiet evening')
    await submit.click()
    await page.getByText('Your password has been set.').waitFor()

    await enter(phone, { msisdn })
    await open(page)
    await page.locator('input[name=current-password]').fill('not this one')
    await type(page, 'a loud evening')
    await submit.click()
    await page.getByText('The password is incorrect.').first().waitFor()
    await page.locator('input[name=current-password]').fill('a quiet evening')
    await submit.click()
    await page.getByText('other devices were signed out').waitFor()
    await phone.goto('/user')
    await phone.waitForURL(/\/login/)

    await open(page)
    await page.getByRole('button', { name: 'I forgot my current password' }).click()
    await type(page, 'an evening out')
    await resetProof(msisdn)
    await submit.click()
    expect(await page.locator('dialog[open] input[name=password]').count()).toBe(0)
    const before = await codeFor(msisdn)
    await page.getByRole('button', { name: 'Send a code to my mobile' }).click()
    await page.locator('input[name=otp]').fill(await codeFor(msisdn, before))
    await page.getByText('other devices were signed out').waitFor()
    const anybody = await newPage(DESKTOP)
    expect(await signsIn(anybody, msisdn, 'a loud evening')).toBe(false)
    expect(await signsIn(anybody, msisdn, 'an evening out')).toBe(true)
  })
})

test('without a password, a code ends a device; its next call is signed out', async () => {
  const page = await newPage({ ...PHONE, touch: true, allow: [CLIENT_ERROR] })
  const { msisdn } = await enter(page)
  const other = await newPage({ ...DESKTOP, allow: [CLIENT_ERROR] })
  await enter(other, { msisdn })
  await page.goto('/user/devices')
  const devices = page.locator('#devices')
  await devices.scrollIntoViewIfNeeded()
  await resetProof(msisdn)
  await devices.getByRole('button').click()
  const before = await codeFor(msisdn)
  await page.getByRole('button', { name: 'ارسال کد به موبایل من' }).click()
  await page.locator('dialog[open] input[name=otp]').fill(await codeFor(msisdn, before))
  await devices.locator('li').nth(1).waitFor({ state: 'detached' })
  const reply = await other.request.get('/api/users/_self')
  expect(reply.status()).toBe(401)
})

test('a title is removed from continue watching; without a connection it reappears', async () => {
  const page = await newPage({ ...PHONE, touch: true, allow: [CLIENT_ERROR, OFFLINE] })
  await enter(page)
  const film = await begin(page)
  await page.goto('/user/history')
  const section = page.locator('#continue')
  await section.scrollIntoViewIfNeeded()
  const remove = section.getByRole('button', { name: new RegExp(film) })
  await remove.waitFor()
  // Islands further down load on scroll, and the code of cards loads on hover. Without a connection their files would be missing.
  await remove.hover()
  await page.waitForLoadState('networkidle')
  await page.context().setOffline(true)
  await remove.click()
  await page.getByText('اینترنت شما قطع است').first().waitFor()
  await remove.waitFor()
  await page.context().setOffline(false)
  await remove.click()
  await page.getByText('از ادامهٔ تماشا حذف شد.').waitFor()
  await section.getByText('تماشای نیمه‌کاره‌ای ندارید.').waitFor()
  await page.reload()
  await section.scrollIntoViewIfNeeded()
  await section.getByText('تماشای نیمه‌کاره‌ای ندارید.').waitFor()
  // The watched title stays in the history.
  await page.locator('#history').scrollIntoViewIfNeeded()
  await page.locator('#history').getByText(film).first().waitFor()
})

/** Starts a title that is free content. */
async function begin(page: Page): Promise<string> {
  const { id, short_id, title } = await aTitle('flags=free_content&types=single_video')
  const { video_files } = await callAs<Content>(page, 'get', `/video-contents/${short_id}`)
  const file = video_files.primary?.video_file_id
  await callAs(page, 'get', `/video-contents/${id}/files/${file}/play`)
  await callAs(page, 'post', `/video-contents/${id}/files/${file}/playback`, { current_time: 20 })
  return title
}

test('by keyboard alone: sign in, open the account, log out', async () => {
  const page = await newPage({ ...DESKTOP, language: 'en', allow: [CLIENT_ERROR] })
  const { keyboard } = page
  const msisdn = `0938${String(Date.now()).slice(-7)}`
  await page.goto('/en/login')
  await ready(page)
  await keyboard.type(msisdn)
  await keyboard.press('Enter')
  await page.locator('input[name=otp]').waitFor({ state: 'attached' })
  await keyboard.type(await codeFor(msisdn))
  await page.locator('[data-step=welcome]').waitFor()
  await keyboard.type('Sara')
  await keyboard.press('Enter')
  await page.waitForURL(/\/en\/?$/)
  await tabTo(page, '[data-key=account]')
  await keyboard.press('Enter')
  await page.locator('.account-links').waitFor()
  await keyboard.press('Escape')
  await page.locator('.account-links').waitFor({ state: 'hidden' })
  expect(await page.evaluate(() => document.activeElement?.getAttribute('data-key'))).toBe(
    'account',
  )
  await keyboard.press('Enter')
  await tabTo(page, '.account-links button')
  await keyboard.press('Enter')
  await page.locator('dialog[open]').waitFor()
  await keyboard.press('Escape')
  await page.locator('dialog[open]').waitFor({ state: 'detached' })
  await keyboard.press('Enter')
  await tabTo(page, 'dialog[open] .btn-action')
  await keyboard.press('Enter')
  await page.waitForURL(/\/en\/login/)
  await page.getByText('You’ve been signed out.').waitFor()
})

/** Presses Tab until this element has the focus, at most as often as the page has focusable elements. */
async function tabTo(page: Page, selector: string): Promise<void> {
  for (let presses = 0; presses < 60; presses++) {
    if (await page.evaluate(s => document.activeElement?.matches(s) ?? false, selector)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`the keyboard does not reach ${selector}`)
}

test.each([
  ['fa', 320],
  ['en', 1280],
] as const)(
  'axe finds no violation on account and profile pages, in %s at %i, and none scrolls sideways',
  { timeout: 120_000 },
  async (language, width) => {
    const page = await newPage({ width, language, reducedMotion: true })
    const { msisdn } = await enter(page)
    const fields = { avatar: 'type-1-4', age_type: 'adult', pin: '1234' }
    const { id } = await callAs(page, 'post', '/users/profile', { name: 'بهرام', ...fields })
    const paths = [
      '/user',
      '/user/menu',
      ...SECTIONS,
      '/user/edit',
      `/user/edit?profileId=${id}`,
      '/user/password',
    ]
    const ways = ['/user/bookmarks', '/profile', '/profile/choose', '/profile/type', '/tv']
    const found: string[] = []
    for (const path of [...paths, ...ways, `/profile/pin?profileId=${id}`]) {
      await page.goto(`${language === 'en' ? '/en' : ''}${path}`)
      await page.locator('main h1').first().waitFor({ state: 'attached' })
      const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      if (beyond > 0) found.push(`${path} is ${beyond} px too wide`)
      found.push(...(await axeViolations(page)).map(violation => `${path} ${violation}`))
      found.push(...(await twins(page)).map(name => `${path} has two of ${name}`))
      const text = (await page.locator('main').textContent()) ?? ''
      if (language === 'fa' && text.includes(msisdn)) found.push(`${path} has Latin digits`)
      if (language === 'en' && text.includes(persian(msisdn)))
        found.push(`${path} has Persian digits`)
    }
    expect(found).toEqual([])
  },
)

test('on a phone the avatar opens the menu, whose last entry is reachable below the subscription alert', async () => {
  const page = await newPage({ width: 360, height: 640, touch: true })
  await enter(page)
  await page.goto('/')
  await page.locator('[data-key=account-page]').click()
  await page.waitForURL(/\/user\/menu$/)
  const leave = page.getByRole('button', { name: 'خروج از حساب' })
  await leave.click()
  await page.getByRole('button', { name: 'ماندن در حساب' }).click()
  expect(new URL(page.url()).pathname).toBe('/user/menu')
})

/** Returns names that several buttons have, or several links to different pages: listeners cannot tell them apart. */
function twins(page: Page): Promise<string[]> {
  return page.locator('main').evaluate(main => {
    const named = [...main.querySelectorAll<HTMLElement>('a[href], button')]
      .filter(each => each.checkVisibility())
      .map(each => ({
        name: (each.getAttribute('aria-label') ?? each.textContent).trim(),
        to: each instanceof HTMLAnchorElement ? each.href : '',
      }))
      .filter(({ name }) => name !== '')
    return named
      .filter(({ name, to }, index) =>
        named.slice(0, index).some(each => each.name === name && (to === '' || each.to !== to)),
      )
      .map(({ name }) => name)
  })
}
