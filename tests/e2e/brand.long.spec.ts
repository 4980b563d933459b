// A site with a company's complete brand: no reply contains the product's own name.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PASSWORD } from '#tests/support/account.ts'
import { axeViolations } from '#tests/support/axe.ts'
import { OLD_NAME, secondBrand } from '#tests/support/brand.ts'
import { DESKTOP, newPage } from '#tests/support/browser.ts'
import { anOperatorProcess } from '#tests/support/operator.ts'
import { type Site, startSite } from '#tests/support/site.ts'
import { root } from '#tests/support/sources.ts'

const SUBSCRIBER = '09120000001'
const MOST_PAGES = 60
const folder = mkdtempSync(join(tmpdir(), 'brand-'))
let site: Site
type Group = { packages: { id: string; renewal?: string }[] }

beforeAll(async () => {
  secondBrand(folder)
  site = await startSite({ env: { BRAND_DIR: folder } })
}, 120_000)
afterAll(async () => {
  await site?.stop()
  rmSync(folder, { recursive: true })
})

/** Returns the occurrences of the old name with the surrounding words. */
function findings(path: string, text: string): string[] {
  const found = OLD_NAME.exec(text)
  return found ? [`${path}: ${text.slice(Math.max(0, found.index - 60), found.index + 60)}`] : []
}

const FILES = [
  '/site.webmanifest',
  '/feed.xml',
  '/en/feed.xml',
  '/sitemap.xml',
  '/robots.txt',
  '/api/openapi.json',
  '/api/pages/home',
  '/favicon.svg',
]
const PAGES = [
  '/',
  '/contents',
  '/categories',
  '/cinema-online',
  '/packages',
  '/login',
  '/register',
  '/apps',
  '/faq',
  '/contact-us',
  '/rules',
  '/privacy',
  '/about',
  '/smart-tv',
  '/tv',
  '/sso',
  '/nothing',
  '/gone',
  '/dev/outbox',
  '/fake/partner',
]

test('no page, feed, manifest or API description contains the old name', async () => {
  const toDo = [...PAGES.flatMap(path => [path, path === '/' ? '/en' : `/en${path}`]), ...FILES]
  const done = new Set<string>()
  const wrong: string[] = []
  for (
    let path = toDo.shift();
    path && done.size < MOST_PAGES + FILES.length;
    path = toDo.shift()
  ) {
    if (done.has(path)) continue
    done.add(path)
    const reply = await fetch(site.url + path, { headers: { Accept: 'text/html' } })
    const text = await reply.text()
    wrong.push(...findings(path, text))
    for (const [, to = ''] of text.matchAll(/<a [^>]*href="(\/[^"#]*)"/g)) {
      const isNew = /^\/(en\/)?(contents|artists|categories|surveys|survey-groups)\//.test(to)
      if (isNew && !done.has(to)) toDo.push(to)
    }
  }
  expect(done.size).toBeGreaterThan(MOST_PAGES)
  expect(wrong).toEqual([])
}, 120_000)

test('no script or style of the build contains the old name', () => {
  const built = join(root, 'dist/client/_astro')
  const names = readdirSync(built).filter(name => /\.(js|css)$/.test(name))
  expect(names.length).toBeGreaterThan(20)
  expect(names.flatMap(name => findings(name, readFileSync(join(built, name), 'utf8')))).toEqual([])
})

test('the manifest and every head have the name, the colours and the pictures of the company', async () => {
  const manifest = await (await fetch(`${site.url}/site.webmanifest`)).json()
  expect(manifest).toMatchObject({ name: 'شب‌تاب', background_color: '#06140f' })
  for (const { src, type } of manifest.icons) {
    const reply = await fetch(site.url + src)
    expect(reply.headers.get('content-type')).toContain(type)
    expect(readFileSync(join(folder, src.replace('/favicon', '/icon')))).toEqual(
      Buffer.from(await reply.arrayBuffer()),
    )
  }
  const html = await (await fetch(`${site.url}/en/about`)).text()
  expect(html).toContain('<title>About us · Shabtab</title>')
  expect(html).toContain('<meta property="og:site_name" content="Shabtab">')
  expect(html).toContain('<meta name="theme-color" content="#06140f">')
  const packages = await (await fetch(`${site.url}/en/packages`)).text()
  expect(packages).toContain('<meta name="theme-color" content="#f3faf6">')
})

test('messages contain the name of the company', async () => {
  const number = '09121234567'
  const reply = await fetch(`${site.url}/api/access-token/users/${number}/otp`)
  expect(reply.status).toBe(200)
  const messages = await site.outbox(number)
  expect(messages.length).toBeGreaterThan(0)
  expect(messages[0]?.text).toMatch(/شب‌تاب|Shabtab/)
  for (const { text } of messages) expect(findings('SMS', text)).toEqual([])
})

test.each(['fa', 'en'] as const)(
  'account pages and their islands contain the name too: %s',
  async language => {
    const page = await newPage({ ...DESKTOP, url: site.url, language, address: null })
    const at = (path: string) => (language === 'en' ? `/en${path}` : path)
    await page.goto(at('/login'))
    await page.waitForLoadState('networkidle')
    expect(findings('/login', await page.content())).toEqual([])
    expect(await page.title()).toMatch(/شب‌تاب|Shabtab/)
    await page.evaluate(
      async ([number, password]) => {
        const call = (method: string, path: string, body?: object) =>
          fetch(`/api${path}`, {
            method,
            headers: { 'content-type': 'application/json' },
            ...(body ? { body: JSON.stringify(body) } : {}),
          }).then(reply => reply.json())
        await call('POST', `/access-token/users/${number}/password`, {
          password,
          device: { unique_identifier: 'of-the-brand' },
        })
        const { data } = await call('GET', '/users/profile/')
        const adult = data.items.find((each: { is_primary: boolean }) => each.is_primary)
        await call('POST', '/users/profile/switch', { profile_id: adult.id, pin: '' })
      },
      [SUBSCRIBER, PASSWORD],
    )
    const paths = [
      '/',
      '/user',
      '/user/menu',
      '/user/edit',
      '/tickets',
      '/packages',
      '/profile/choose',
    ]
    for (const path of [...paths, '/contents?query=zzzz', '/rules', '/faq']) {
      await page.goto(at(path))
      await page.waitForLoadState('networkidle')
      const html = await page.content()
      expect(findings(path, html)).toEqual([])
      expect(html).toMatch(/شب‌تاب|Shabtab/)
    }
  },
  120_000,
)

test('its colours reach the page under the policy, and are readable', async () => {
  const page = await newPage({ ...DESKTOP, url: site.url, address: null })
  for (const [path, background] of [
    ['/about', 'rgb(6, 20, 15)'],
    ['/packages', 'rgb(243, 250, 246)'],
  ] as const) {
    await page.goto(path)
    await page.waitForLoadState('networkidle')
    const shown = await page.evaluate(() => getComputedStyle(document.body).backgroundColor)
    expect(shown).toBe(background)
    expect(await axeViolations(page)).toEqual([])
  }
})

test('texts mention direct debit only while it is on sale', async () => {
  const speaks =
    /direct debit|auto-renewal|automatic payment|پرداخت مستقیم|تمدید خودکار|پرداخت خودکار/i
  const pages = ['/rules', '/faq', '/packages', '/about', '/privacy']
  const paths = pages.flatMap(path => [path, `/en${path}`])
  const speaking = async () => {
    const texts = await Promise.all(
      paths.map(async path => [path, await (await fetch(site.url + path)).text()] as const),
    )
    return texts.filter(([, text]) => speaks.test(text)).map(([path]) => path)
  }
  expect(await speaking()).toEqual(paths.filter(path => /rules|faq|packages/.test(path)))
  const operator = anOperatorProcess({ DATA_DIR: site.dataDir, BRAND_DIR: folder })
  const { groups } = await operator.json<{ groups: Group[] }>('packages', 'export')
  const debits = groups.flatMap(group =>
    group.packages.filter(({ renewal }) => renewal === 'direct_debit').map(({ id }) => id),
  )
  expect(debits.length).toBeGreaterThan(0)
  await operator.json('packages', 'retire', ...debits)
  await expect.poll(speaking).toEqual([])
}, 180_000)
