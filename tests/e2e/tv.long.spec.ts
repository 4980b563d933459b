import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { callAs, enter, persian, ready } from '#tests/support/account.ts'
import { DESKTOP, newPage, PHONE, screenshot } from '#tests/support/browser.ts'
import { makeOld, OLD_TV } from '#tests/support/old-television.ts'
import { unreadableTexts } from '#tests/support/text-boxes.ts'

const TV =
  'Mozilla/5.0 (SMART-TV; LINUX; Tizen 8.0) AppleWebKit/537.36 (KHTML, like Gecko) 108.0.5359.1/8.0 TV Safari/537.36'
const CLIENT_ERROR = /status of (401|403|422)/

test('a television shows a code and a QR code, and a phone signs it in', async () => {
  const phone = await newPage({ ...PHONE, touch: true, allow: [CLIENT_ERROR] })
  await enter(phone)

  const tv = await newPage({ width: 1920, height: 1080, userAgent: TV })
  await tv.goto('/login')
  const shown = tv.locator('[data-code]')
  await expect.poll(() => shown.getAttribute('data-code')).toMatch(/^\d{6}$/)
  await tv.locator('svg.tv-qr[role=img]').waitFor()
  await screenshot(tv, 'tv-login-1920')
  const code = (await shown.getAttribute('data-code')) as string

  await phone.goto('/tv')
  await ready(phone)
  await phone.locator('input[name=code]').fill(code === '000000' ? '111111' : '000000')
  await phone.locator('form button[type=submit]').click()
  await phone.getByText('کد تلویزیون درست نیست.').first().waitFor()
  await phone.locator('input[name=code]').fill(persian(code))
  await phone.locator('form button[type=submit]').click()
  await phone.getByText('تلویزیون به حساب شما وصل شد.').waitFor()
  await tv.waitForURL(/\/profile/, { timeout: 60_000 })
})

test.each([
  [1920, 1080, '/login'],
  [1920, 1080, '/en/login'],
  [1280, 720, '/login'],
  [1280, 720, '/en/login'],
])('the code of a television is within its card, at %i × %i on %s', async (width, height, path) => {
  const tv = await newPage({ width, height, userAgent: TV })
  await tv.goto(path)
  await tv.locator('svg.tv-qr[role=img]').waitFor()
  await screenshot(tv, `tv-code-${width}-${path.startsWith('/en') ? 'en' : 'fa'}`)
  expect(await unreadableTexts(tv)).toEqual([])
})

test.each(
  [
    [1920, 1080],
    [1280, 720],
  ].flatMap(([width, height]) =>
    ['/', '/contents', '/packages', '/cinema-online'].flatMap(path =>
      ['', '/en'].map(language => [width, height, language + path] as const),
    ),
  ),
)('no text of a television lies on another one, at %i × %i on %s', async (width, height, path) => {
  const tv = await newPage({ width, height, userAgent: TV })
  await tv.goto(path, { waitUntil: 'networkidle' })
  await tv.locator('[data-tv-web]').click()
  // A name of three lines ends with an ellipsis; its page has the rest.
  const problems = (await unreadableTexts(tv)).filter(line => !line.startsWith('cut off'))
  expect(problems).toEqual([])
  const groups = tv.locator('.site-header .header-group')
  const excess = await groups.evaluateAll(all =>
    all.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth),
  )
  expect(excess, 'width of the menu that other buttons cover').toEqual([0, 0])
})

test.each([
  [1920, 1080],
  [1280, 720],
])(
  'the first row of a television begins below the buttons of the hero, at %i × %i',
  async (width, height) => {
    const tv = await newPage({ width, height, userAgent: TV })
    await tv.goto('/')
    const actions = await tv.locator('.hero [data-active] .hero-actions').boundingBox()
    const row = await tv.locator('.rows').getByRole('heading').first().boundingBox()
    expect(row?.y).toBeGreaterThan((actions?.y ?? 0) + (actions?.height ?? 0))
    expect(row?.y).toBeLessThan(height)
  },
)

test.each([
  [1920, 1080],
  [1280, 720],
])(
  'the hero of a television keeps its height when its other slides load, at %i × %i',
  async (width, height) => {
    const tv = await newPage({ width, height, userAgent: TV })
    await tv.goto('/', { waitUntil: 'load' })
    await tv.locator('[data-hero][data-loaded]').waitFor()
    await tv.evaluate(() => document.fonts.ready.then(() => undefined))
    const [after, before] = await tv.locator('[data-hero]').evaluate(hero => {
      const loaded = hero.clientHeight
      hero.removeAttribute('data-loaded')
      return [loaded, hero.clientHeight]
    })
    expect(before).toBe(after)
  },
)

test('the QR code opens login on a signed-out phone, and then the code', async () => {
  const phone = await newPage(PHONE)
  await phone.goto('/tv?code=123456')
  await phone.waitForURL(/\/login\?redirect=%2Ftv%3Fcode%3D123456/)
})

test('at the device limit the phone chooses which device the television replaces', async () => {
  const phone = await newPage({ ...PHONE, touch: true, allow: [CLIENT_ERROR] })
  const { msisdn } = await enter(phone)
  const others = [await newPage(), await newPage()]
  for (const other of others) await enter(other, { msisdn })
  const device = { unique_identifier: 'a-television', model: 'Tizen 8' }
  const { code } = await callAs(others[0] as Page, 'post', '/access-token/remote-access', {
    device,
  })
  await phone.goto(`/tv?code=${code}`)
  await ready(phone)
  await phone.locator('form button[type=submit]').click()
  const devices = phone.locator('input[type=checkbox]')
  await devices.nth(2).waitFor()
  // The phone itself is not offered.
  expect(
    await devices.evaluateAll(all => all.filter(each => each.matches(':disabled')).length),
  ).toBe(1)
  await phone.locator('input[type=checkbox]:enabled').first().check()
  await phone.locator('form button[type=submit]').click()
  await phone.getByText('تلویزیون به حساب شما وصل شد.').waitFor()
})

test('a television can also sign in without a phone', async () => {
  const tv = await newPage({ width: 1920, height: 1080, userAgent: TV })
  await tv.goto('/login')
  await tv.getByRole('button', { name: 'ورود روی همین دستگاه' }).click()
  await tv.locator('input[name=msisdn]').waitFor()
})

/** Presses a key that Playwright's keyboard does not have, as the television reports it. */
function pressCode(page: Page, keyCode: number) {
  return page.evaluate(code => {
    const init = { key: 'Unidentified', keyCode: code, bubbles: true, cancelable: true }
    const at = document.activeElement ?? document.body
    at.dispatchEvent(new KeyboardEvent('keydown', init))
  }, keyCode)
}
const BACK_OF_TIZEN = 10_009
const BACK_OF_WEBOS = 461

const focusedCard = (page: Page) =>
  page.evaluate(() => document.activeElement?.closest('[data-content]')?.getAttribute('href'))

test('on a television of 2019 four arrows move from the action of the hero through the rows and back to the last card', async () => {
  const tv = await newPage({ ...DESKTOP, userAgent: OLD_TV })
  await makeOld(tv)
  await tv.goto('/', { waitUntil: 'networkidle' })
  // A remote control has no pointer, so the action of the hero has the focus before any key.
  await tv.locator('.hero [data-active] .primary-action a:focus').waitFor()
  await expect
    .poll(async () => {
      await tv.keyboard.press('ArrowDown')
      return focusedCard(tv)
    })
    .toMatch(/contents/)
  await tv.keyboard.press('ArrowLeft')
  await tv.keyboard.press('ArrowLeft')
  const card = await focusedCard(tv)
  expect(card).toMatch(/contents/)
  await tv.keyboard.press('ArrowDown')
  expect(await focusedCard(tv)).not.toBe(card)
  await tv.keyboard.press('ArrowUp')
  expect(await focusedCard(tv)).toBe(card)
})

test.each([
  ['Tizen', BACK_OF_TIZEN],
  ['webOS', BACK_OF_WEBOS],
])('Back of %s closes the search first, then returns to the previous page', async (_, code) => {
  const tv = await newPage({ ...DESKTOP, userAgent: TV })
  await tv.goto('/faq')
  await tv.goto('/')
  await tv.locator('.hero [data-active] .primary-action a:focus').waitFor()
  await tv.locator('[popovertarget=search]').first().click()
  await tv.locator('#search input').waitFor()
  await pressCode(tv, code)
  await tv.locator('#search input').waitFor({ state: 'hidden' })
  expect(new URL(tv.url()).pathname).toBe('/')
  await pressCode(tv, code)
  await expect.poll(() => new URL(tv.url()).pathname).toBe('/faq')
})
