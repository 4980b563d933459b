// Core Web Vitals of visitors: the data that a sampled page sends, and data that it never sends.
import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { VITALS_PAGES } from '#src/contract/web-vitals.ts'
import { newPage, PHONE } from '#tests/support/browser.ts'
import { raw } from '#tests/support/raw-request.ts'
import { type Site, startSite } from '#tests/support/site.ts'

const ENDPOINT = '/api/web-vitals'

let site: Site
beforeAll(async () => {
  site = await startSite({ env: { WEB_VITALS_SAMPLE: '1', TRUST_PROXY: '127.0.0.1' } })
}, 120_000)
afterAll(() => site?.stop())

type Watched = { sent: string[] }

const MEASURING = /\/measure-vitals[^/]*\.js$/

/** Visits a page until its scripts are idle, then hides it. Resolves to the bodies of the reports that it sent. */
async function visit(page: Page, path: string, { isMeasured = true } = {}): Promise<string[]> {
  await page.addInitScript(() => {
    const watched = window as unknown as Watched
    watched.sent = []
    const send = navigator.sendBeacon.bind(navigator)
    navigator.sendBeacon = (url, body) => {
      void (body as Blob).text().then(text => watched.sent.push(`${url} ${text}`))
      return send(url, body)
    }
  })
  const code = isMeasured ? page.waitForResponse(MEASURING) : null
  await page.goto(path, { waitUntil: 'load' })
  await page.waitForLoadState('networkidle')
  // The code loads in idle time, and records the first values in a task after it has run.
  const url = (await code)?.url()
  await page.evaluate(() => new Promise<void>(done => requestIdleCallback(() => done())))
  if (url) await page.evaluate(`import(${JSON.stringify(url)}).then(() => undefined)`)
  await page.evaluate(async () => {
    for (let task = 0; task < 3; task++) await new Promise(done => setTimeout(done))
  })
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' })
    for (let times = 0; times < 2; times++)
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  })
  // The body of a beacon is read immediately.
  return page.evaluate(async () => {
    await new Promise(done => setTimeout(done))
    return (window as unknown as Watched).sent
  })
}

async function metrics(): Promise<string> {
  return (await fetch(`${site.url}/metrics`)).text()
}

describe('a sampled visit', () => {
  it('sends numbers, the kind of the page and the device once', async () => {
    const page = await newPage({ ...PHONE, url: site.url })
    const [sent, ...more] = await visit(page, '/')
    expect(more).toEqual([])
    const [url, text = ''] = sent?.split(' ') ?? []
    expect(url).toBe(ENDPOINT)
    const body = JSON.parse(text) as Record<string, unknown>
    expect(body).toMatchObject({ page: 'home', device: 'phone', ttfb: expect.any(Number) })
    const names = ['page', 'device', 'lcp', 'inp', 'cls', 'ttfb']
    expect(Object.keys(body).filter(name => !names.includes(name))).toEqual([])
    await expect
      .poll(metrics)
      .toMatch(/pardeh_web_vitals_seconds_count\{vital="ttfb",page="home",device="phone"\} [1-9]/)
  })

  it('sends nothing if the visitor asks not to be tracked', async () => {
    for (const name of ['globalPrivacyControl', 'doNotTrack']) {
      const page = await newPage({ url: site.url })
      await page.addInitScript(property => {
        const value = property === 'doNotTrack' ? '1' : true
        Object.defineProperty(navigator, property, { get: () => value })
      }, name)
      const asked: string[] = []
      page.on('request', request => asked.push(request.url()))
      expect(await visit(page, '/', { isMeasured: false })).toEqual([])
      expect(asked.filter(url => MEASURING.test(url))).toEqual([])
    }
  })
})

describe('the endpoint', () => {
  const report = (body: unknown, headers: Record<string, string> = {}) =>
    fetch(site.url + ENDPOINT, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.5', ...headers },
      body: JSON.stringify(body),
    })
  const good = { page: 'title', device: 'desktop', lcp: 900, cls: 0.01 }

  it('accepts only numbers within their bounds, and no text of its caller as a label', async () => {
    expect((await report(good)).status).toBe(200)
    for (const wrong of [
      { ...good, page: '/contents/abc' },
      { ...good, device: 'a person' },
      { ...good, lcp: 60_001 },
      { ...good, lcp: -1 },
      { ...good, cls: 'x' },
      { ...good, path: '/contents/abc' },
    ])
      expect((await report(wrong)).status, JSON.stringify(wrong)).toBe(422)
    const pages = [...(await metrics()).matchAll(/pardeh_web_vitals\w+\{[^}]*page="([^"]*)"/g)]
    expect(pages.length).toBeGreaterThan(0)
    for (const [, name] of pages) expect(VITALS_PAGES).toContain(name)
  })

  it('gives no cookie to a browser without a device cookie', async () => {
    const browser = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' }
    const reply = (path: string, body: unknown) =>
      raw(path, { url: site.url, method: 'POST', headers: browser, body: JSON.stringify(body) })
    const [ofVitals, ofError] = [
      await reply(ENDPOINT, good),
      await reply('/api/client-errors', { message: 'x' }),
    ]
    expect([ofVitals.status, ofVitals.headers['set-cookie']]).toEqual([200, undefined])
    expect(ofError.headers['set-cookie']).toBeDefined()
  })

  it('accepts reports only from pages of this site', async () => {
    const crossSite = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }
    expect((await report(good, crossSite)).status).toBe(403)
  })

  it('accepts a limited number of reports from an address', async () => {
    const address = { 'x-forwarded-for': '203.0.113.6' }
    const statuses = await Promise.all(
      Array.from({ length: 310 }, async () => (await report(good, address)).status),
    )
    expect(statuses.filter(status => status === 429)).toHaveLength(10)
  })
})

describe('an ad blocker', () => {
  it.each(['/', '/contents', '/login'])(
    'that stops what measures a page breaks nothing on %s',
    async path => {
      const page = await newPage({ url: site.url, allow: [/ERR_BLOCKED_BY_CLIENT/] })
      let blocked = 0
      await page.route(/\/(web|measure)-vitals|click-tracking|error-report/, route => {
        blocked += 1
        return route.abort('blockedbyclient')
      })
      const rejections: string[] = []
      await page.exposeFunction('reject', (reason: string) => void rejections.push(reason))
      await page.addInitScript(() =>
        addEventListener('unhandledrejection', ({ reason }) =>
          (window as unknown as { reject(text: string): void }).reject(String(reason)),
        ),
      )
      await page.goto(path)
      await expect.poll(() => blocked).toBeGreaterThan(0)
      await page.waitForLoadState('networkidle')
      expect(rejections).toEqual([])
    },
  )
})
