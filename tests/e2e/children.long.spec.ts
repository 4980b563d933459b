// Kid and teen profiles have no account pages: they are redirected to the kids category with a reason, and see no links to
// payment or support.
import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { callAs, enter, ready } from '#tests/support/account.ts'
import { DESKTOP, newPage, PHONE, screenshot } from '#tests/support/browser.ts'
import { resetProof } from '#tests/support/site-database.ts'

const CLIENT_ERROR = /status of (401|403|404|451)/
const CLOSED = [
  '/user/subscription',
  '/user/history',
  '/user/devices',
  '/user/settings',
  '/user',
  '/user/edit',
  '/user/password',
  '/packages',
  '/packages/successPayment?id=x',
  '/payment?package=month-1',
  '/payment?status=unknown',
  '/dd-agreement',
  '/tickets',
  '/tickets/some-id',
  '/cinema-online/ticket/some',
  '/profile/choose',
  '/profile/type',
  '/tv',
]
const SENTENCE = { fa: 'این بخش برای بزرگ‌ترهاست', en: 'This part is for grown-ups' } as const

type Options = Parameters<typeof newPage>[0]

/** Creates a user and switches to a new kid profile. */
async function aChild(options: Options, age_type = 'under_7') {
  const page = await newPage({ ...options, allow: [CLIENT_ERROR] })
  const { msisdn, primary } = await enter(page)
  const body = { name: 'نیکا', avatar: 'type-1-3', age_type }
  const { id } = await callAs(page, 'post', '/users/profile', body)
  await callAs(page, 'post', '/users/profile/switch', { profile_id: id, pin: '' })
  await callAs(page, 'get', '/users/_self')
  return { page, msisdn, primary, child: id as string }
}

const prefix = (language: 'fa' | 'en') => (language === 'en' ? '/en' : '')

describe.each([
  ['fa', PHONE, 'under_7'],
  ['en', DESKTOP, 'under_15'],
] as const)('in %s', (language, size, age) => {
  test(`${age}: every account page redirects to the kids category and says why`, async () => {
    const { page } = await aChild({ ...size, language }, age)
    for (const path of CLOSED) {
      const reply = await page.request.get(prefix(language) + path, { maxRedirects: 0 })
      expect([path, reply.status()]).toEqual([path, path === '/payment' ? 302 : 303])
      const to = reply.headers().location ?? ''
      expect([path, to]).toEqual([path, `${prefix(language)}/categories/kids/kids?from=grown-ups`])
      expect([path, reply.headers()['cache-control']]).toEqual([path, 'private, no-store'])
    }
    await page.goto(`${prefix(language)}/user`)
    await page.waitForURL(/\/categories\/kids\/kids/)
    await page.getByText(SENTENCE[language]).waitFor()
    await screenshot(page, `child-kids-${size.width}-${language}`)
    await expect.poll(() => page.url()).not.toContain('from=')
    await page.reload()
    await page.waitForFunction(() => document.documentElement.dataset.js === '')
    expect(await page.getByText(SENTENCE[language]).count()).toBe(0)
  })

  test(`${age}: no page links to the account, to payment or to support`, async () => {
    const { page, msisdn } = await aChild({ ...size, language }, age)
    for (const path of ['/', '/categories/kids/kids', '/faq', '/contact-us', '/user/bookmarks']) {
      await page.goto(prefix(language) + path)
      await page.waitForFunction(() => document.documentElement.hasAttribute('data-child'))
      expect([path, await waysOf(page)]).toEqual([path, []])
    }
    await page.goto(`${prefix(language)}/user/menu`)
    await page.locator('main .account-links').waitFor()
    await page.locator('main .switcher-row').first().waitFor()
    expect(await waysOf(page)).toEqual([])
    const text = (await page.locator('main').textContent()) ?? ''
    expect(text).not.toContain(msisdn)
    expect(text).toContain('نیکا')
    await screenshot(page, `child-menu-${size.width}-${language}`)
    expect(await page.evaluate(() => document.cookie)).not.toContain(msisdn)
  })
})

/** Returns the visible links to pages that are closed to children. */
function waysOf(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('a')]
      .filter(link => link.checkVisibility())
      .map(link => link.pathname.replace(/^\/en(?=\/)/, ''))
      .filter(path =>
        /^\/(packages|payment|tickets|dd-agreement|user$|user\/(edit|password)|profile\/(choose|type))/.test(
          path,
        ),
      ),
  )
}

describe.each([
  ['fa', 'سلام نیکا!', PHONE],
  ['en', 'Hi نیکا!', DESKTOP],
] as const)('the home of a child in %s', (language, hello, size) => {
  test('is the kids page, light, with its own rows and genres, none of them above its age', async () => {
    const { page } = await aChild({ ...size, language })
    await page.goto(prefix(language) || '/')
    await page.waitForURL(`**${prefix(language)}/categories/kids/kids`)
    expect(await page.getAttribute('html', 'data-theme')).toBe('light')
    const h1 = (await page.textContent('h1'))?.replace(/[\u2066-\u2069]/g, '').trim()
    expect(h1).toBe(hello)
    expect(await page.locator('[data-row=kids-genres] .tile').count()).toBeGreaterThan(1)
    expect(await page.locator('[data-row]').count()).toBeGreaterThan(2)
    const { data } = (await (
      await page.request.get('/api/categories/kids', { headers: { 'accept-language': language } })
    ).json()) as { data: { widgets: { items: { age_label?: number | null }[] }[] } }
    const ages = data.widgets.flatMap(({ items }) =>
      items.flatMap(({ age_label }) => age_label ?? []),
    )
    expect(ages.length).toBeGreaterThan(0)
    expect(Math.max(...ages)).toBeLessThanOrEqual(7)
  })

  test('has a menu of its own', async () => {
    const { page } = await aChild({ ...size, language })
    await page.goto(`${prefix(language)}/categories/kids/kids`)
    const bare = (await page
      .locator('[data-header] a, .bottom-bar a, #drawer a')
      .evaluateAll(all =>
        all.map(link =>
          new URL((link as HTMLAnchorElement).href).pathname.replace(/^\/en(?=\/)/, ''),
        ),
      )) as string[]
    expect(bare.filter(path => /^\/(cinema-online|categories)$/.test(path))).toEqual([])
    expect(bare).toContain('/user/bookmarks')
    expect(await page.getAttribute('[data-header] .header-logo', 'href')).toBe(
      `${prefix(language)}/categories/kids/kids`,
    )
  })
})

test('a title for older viewers redirects a child to a home page that says why in simple words', async () => {
  const { page } = await aChild(PHONE)
  const visitor = await newPage(PHONE)
  const all = (await (await visitor.request.get('/api/video-contents?count=100')).json()) as {
    data: { items: { short_id: string; slug: string; age_label: number | null }[] }
  }
  const older = all.data.items.find(({ age_label }) => (age_label ?? 0) > 12)
  await page.goto(`/contents/${older?.short_id}/${older?.slug}`)
  await page.waitForURL(/\/categories\/kids\/kids/)
  await page.getByText('این یکی برای بزرگ‌ترهاست').waitFor()
  await expect.poll(() => page.url()).not.toContain('from=')
  await screenshot(page, 'child-older-title-390-fa')
})

test('a call that is closed to children clears the profile and opens the profile choice', async () => {
  const { page } = await aChild(DESKTOP)
  await page.goto('/')
  const asked = await page.evaluate(async () => {
    const reply = await fetch('/api/tickets')
    const { meta } = (await reply.json()) as { meta: { operation_result: string } }
    return [reply.status, meta.operation_result]
  })
  expect(asked).toEqual([403, 'profile_not_have_permission'])
  const after = await page.request.get('/api/users/_self/bookmarks')
  expect(
    ((await after.json()) as { meta: { operation_result: string } }).meta.operation_result,
  ).toBe('profile_unauthorized')
  await page.goto('/contents')
  await page.waitForURL(/\/profile\?redirect=/)
})

test('a forged reason in the address is not shown to others', async () => {
  const page = await newPage(DESKTOP)
  await enter(page)
  for (const from of ['grown-ups', 'main-profile', 'anything']) {
    await page.goto(`/categories/kids/kids?from=${from}`)
    await page.waitForFunction(() => document.documentElement.dataset.js === '')
    expect(await page.locator('[data-notifications] [role=status]').count()).toBe(0)
    expect(await page.getByText(/بزرگ‌ترهاست|فقط با پروفایل اصلی/).count()).toBe(0)
  }
})

test('another adult profile may pay and contact support; other pages redirect to the primary profile', async () => {
  const { page } = await aChild(DESKTOP, 'adult')
  for (const path of ['/user', '/packages', '/tickets']) {
    await page.goto(path)
    expect(new URL(page.url()).pathname).toBe(path)
  }
  await page.goto('/user')
  expect(await page.locator('#devices').count()).toBe(0)
  await screenshot(page, 'adult-account-1280-fa')
  for (const path of ['/user/password', '/user/edit', '/dd-agreement', '/tv', '/profile/choose']) {
    await page.goto(path)
    await page.waitForURL(/\/profile\?redirect=/)
    await page.getByText('این کار فقط با پروفایل اصلی ممکن است.').waitFor()
  }
  await ready(page)
  await screenshot(page, 'main-profile-1280-fa')
  await page.locator('.profile-tile').first().click()
  await page.waitForURL(/\/profile\/choose$/)
})

test('by keyboard alone the owner re-authenticates and continues with the input', async () => {
  const page = await newPage({ width: 360, height: 780, allow: [CLIENT_ERROR] })
  const { msisdn } = await enter(page)
  await page.goto('/user/password')
  await ready(page)
  await resetProof(msisdn)
  await page.locator('input[name=new-password]').first().focus()
  await page.keyboard.type('a quiet evening')
  await page.locator('input[name=new-password]').nth(1).focus()
  await page.keyboard.type('a quiet evening')
  await page.keyboard.press('Enter')
  const dialog = page.locator('dialog[open]')
  await dialog.waitFor()
  await screenshot(page, 'reauth-code-360-fa')
  expect(await page.evaluate(() => document.activeElement?.closest('dialog') !== null)).toBe(true)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  expect(await page.locator('input[name=new-password]').first().inputValue()).toBe(
    'a quiet evening',
  )
  await page.getByText('برای این کار باید هویت خود را دوباره تأیید کنید.').first().waitFor()
})
