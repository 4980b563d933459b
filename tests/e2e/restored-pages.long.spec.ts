/** Pages that Back restores (docs/decisions/027-pages-restored-on-back.md). The headless shell restores none, so tests send the event. */
import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { callAs } from '#tests/support/account.ts'
import { newPage } from '#tests/support/browser.ts'
import { aMember } from '#tests/support/member.ts'

const CLIENT_ERROR = /status of 401/

/** Sends the event of a restored page, and returns whether the page is hidden before the next frame. */
function restore(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
    return document.documentElement.getClientRects().length === 0
  })
}

test.each([
  ['/', '/'],
  ['/packages', '/packages'],
  ['/user', '/login'],
])(
  '%s is hidden when it is restored after a sign-out, and shows %s of a visitor',
  async (path, end) => {
    const page = await newPage({ allow: [CLIENT_ERROR] })
    const { msisdn } = await aMember(page)
    await page.goto(path)
    await page.evaluate(() => {
      document.documentElement.dataset.before = ''
    })
    await callAs(page, 'delete', '/access-token/users/_self')
    expect(await restore(page)).toBe(true)
    await page.waitForFunction(() => document.documentElement.dataset.before === undefined)
    await page.waitForURL(url => url.pathname === end)
    expect(await page.evaluate(() => document.documentElement.hidden)).toBe(false)
    expect(await page.content()).not.toContain(msisdn.slice(1))
  },
)

test('a page of the same viewer stays as it was when it is restored', async () => {
  const page = await newPage()
  await aMember(page)
  await page.goto('/packages')
  await page.evaluate(() => {
    document.documentElement.dataset.before = ''
  })
  expect(await restore(page)).toBe(false)
  await page.waitForLoadState('networkidle')
  expect(await page.evaluate(() => document.documentElement.dataset.before)).toBe('')
})

test('a restored page of a session that another device has ended asks to sign in', async () => {
  const page = await newPage({ allow: [CLIENT_ERROR] })
  await aMember(page)
  await page.goto('/user', { waitUntil: 'networkidle' })
  const cookies = await page.context().cookies()
  await callAs(page, 'delete', '/access-token/users/_self')
  await page.context().addCookies(cookies)
  expect(await restore(page)).toBe(false)
  await page.waitForURL(/\/(login|register)\?/)
})

test.each([
  ['/', true],
  ['/packages', true],
  ['/user', false],
  ['/tickets', false],
  ['/profile', false],
])('a signed-in viewer’s %s may be kept for Back: %s', async (path, isKept) => {
  const page = await newPage()
  await aMember(page)
  const reply = await page.goto(path)
  expect(reply?.headers()['cache-control']?.includes('no-store')).toBe(!isKept)
})
