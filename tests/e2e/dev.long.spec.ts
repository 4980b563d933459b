// `npm run dev` as a front-end engineer uses it: pages look as in production, and an edit appears without a restart.
import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newPage } from '#tests/support/browser.ts'
import { type DevSite, startDevSite } from '#tests/support/dev-site.ts'

/** Time for the first request of a page, which compiles it. */
const COMPILE_MS = 120_000

let site: DevSite

beforeAll(async () => {
  site = await startDevSite()
}, 300_000)
afterAll(() => site.stop())

describe('a page', () => {
  test.for(['/', '/en/contents', '/login', '/cinema-online', '/faq'])(
    '%s has its styles, fonts, pictures and scripts, under the real policy',
    async path => {
      const { page, failures } = await open(path)
      const policy = await page.evaluate(() =>
        fetch(location.href).then(reply => reply.headers.get('content-security-policy')),
      )
      expect(policy).toContain("default-src 'none'; base-uri 'none'; form-action 'self'")
      expect(policy).toContain("require-trusted-types-for 'script'")
      expect(policy).not.toMatch(/sandbox|script-src [^;]*unsafe/)
      await expect
        .poll(() => page.evaluate(drawn))
        .toMatchObject({ brokenPictures: [], hasFont: true })
      expect(await page.evaluate(() => getComputedStyle(document.body).display), 'styles').toBe(
        'flex',
      )
      expect(failures).toEqual([])
    },
  )

  test('pictures, health, calls and the outbox answer as in production', async () => {
    const status = async (path: string) => (await fetch(site.url + path)).status
    const html = await (await fetch(site.url)).text()
    const [picture = ''] = /\/media\/pictures\/[^" ]+/.exec(html) ?? []
    const { headers } = await fetch(site.url + picture)
    expect(headers.get('cache-control')).toContain('immutable')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(
      await Promise.all(
        ['/healthz', '/readyz', '/metrics', '/dev/outbox', '/api/pages/home'].map(status),
      ),
    ).toEqual([200, 200, 200, 200, expect.any(Number)])
    expect(await status('/nothing')).toBe(404)
    expect((await fetch(site.url, { headers: { 'X-Forwarded-For': '8.8.8.8' } })).status).toBe(200)
  })
})

describe('an edit appears without a restart', () => {
  test('of a component', async () => {
    const { page, failures } = await open('/faq')
    await isSeen(page, n => ({
      file: 'src/components/layout/Footer.astro',
      before: /data-footer( data-edit="\d+")?>/,
      after: `data-footer data-edit="${n}">`,
      sign: `footer[data-edit="${n}"]`,
    }))
    expect(failures).toEqual([])
  })

  test('of an island, on the server too', async () => {
    const { page, failures } = await open('/login')
    await isHydrated(page)
    await isSeen(page, n => ({
      file: 'src/islands/session/StepHead.tsx',
      before: /<h1( data-edit="\d+")?/,
      after: `<h1 data-edit="${n}"`,
      sign: `h1[data-edit="${n}"]`,
    }))
    await page.reload()
    await isHydrated(page)
    expect(failures, 'server and browser render the same').toEqual([])
  })

  test('of a text, in pages and islands', async () => {
    const { page, failures } = await open('/en')
    await isSeen(page, n => ({
      file: 'src/lib/i18n/locales/en/shell.json',
      before: /Get the apps( \d+)?/,
      after: `Get the apps ${n}`,
      text: `Get the apps ${n}`,
    }))
    expect(failures).toEqual([])
  })

  test('of a style', async () => {
    const { page, failures } = await open('/faq')
    await isSeen(page, n => ({
      file: 'src/styles/header.css',
      before: /\.site-header \{\n( {2}order: \d+;\n)?/,
      after: `.site-header {\n  order: ${n};\n`,
      style: ['.site-header', 'order', String(n)],
    }))
    expect(failures).toEqual([])
  })

  test('of a route of the service, with the database up', async () => {
    const { page, failures } = await open('/faq')
    await isSeen(page, n => ({
      file: 'src/service/storefront/pages.routes.ts',
      before: /on\(getSystemMessage\)\(async \(\{ language \}\) => .*\n/,
      after: `on(getSystemMessage)(async ({ language }) => ({ ...(await readSystemMessage(deps, language)), type: 'success', is_dismissable: false, text: 'edited ${n}' }))\n`,
      text: `edited ${n}`,
    }))
    expect(failures).toEqual([])
  })

  test('that breaks a component shows the overlay, and its repair shows the page again', async () => {
    const { page } = await open('/about', [/./])
    const [file, right, wrong] = [
      'src/pages/about.astro',
      '---',
      '---\nthrow new Error("broken on purpose")',
    ]
    const isConnected = page.waitForEvent('console', line => line.text() === '[vite] connected.')
    await site.edit(file, right, wrong)
    const overlay = page.locator('vite-error-overlay')
    await overlay.waitFor({ state: 'attached' })
    await expect
      .poll(() => overlay.evaluate(element => element.shadowRoot?.textContent))
      .toContain('broken on purpose')
    // A page receives changes only after this.
    await isConnected
    await site.edit(file, wrong, right)
    await page.locator('footer').waitFor()
    expect(await overlay.count()).toBe(0)
  })
})

type Edit = {
  file: string
  before: RegExp
  after: string
  sign?: string
  text?: string
  style?: [selector: string, property: string, value: string]
}

/** Makes two edits and waits until the open page shows each: the first also loads a module that was not edited before. */
async function isSeen(page: Page, editOf: (n: number) => Edit): Promise<void> {
  const process = await site.databaseProcess()
  for (const n of [1, 2]) {
    const { file, before, after, ...expected } = editOf(n)
    await site.edit(file, before, after)
    await expect
      .poll(() => page.evaluate(shows, expected).catch(() => false), {
        timeout: COMPILE_MS,
        interval: 50,
        message: `${file} is not seen`,
      })
      .toBe(true)
  }
  expect(await site.databaseProcess(), 'the database was started again').toBe(process)
}

function shows({ sign, text, style }: Omit<Edit, 'file' | 'before' | 'after'>): boolean {
  if (sign) return document.querySelector(sign) !== null
  if (text) return document.body.textContent.includes(text)
  const [selector = '', property = '', value] = style ?? []
  const element = document.querySelector(selector)
  return element !== null && getComputedStyle(element).getPropertyValue(property) === value
}

async function isHydrated(page: Page): Promise<void> {
  await page.locator('[data-hydrated="true"]').waitFor()
}

function drawn() {
  const isInView = (image: HTMLImageElement) => {
    const { top, bottom, left, right } = image.getBoundingClientRect()
    // Slides that wait are transparent.
    if (!image.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false
    return top < innerHeight && bottom > 0 && left < innerWidth && right > 0
  }
  const broken = [...document.images].filter(
    image => isInView(image) && !(image.complete && image.naturalWidth > 0),
  )
  return {
    brokenPictures: broken.map(({ src }) => src),
    hasFont: [...document.fonts].some(({ status }) => status === 'loaded'),
  }
}

async function open(
  path: string,
  allow: RegExp[] = [],
): Promise<{ page: Page; failures: string[] }> {
  const page = await newPage({ url: site.url, allow })
  page.setDefaultTimeout(COMPILE_MS)
  const failures: string[] = []
  page.on('requestfailed', request => {
    // A reload aborts running requests.
    if (request.failure()?.errorText !== 'net::ERR_ABORTED') failures.push(request.url())
  })
  page.on('response', reply => {
    if (reply.status() >= 400) failures.push(`${reply.status()} ${reply.url()}`)
  })
  await page.goto(path)
  return { page, failures }
}
