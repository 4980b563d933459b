/** One visit to a page in a new browser, on a slow line and with a slow processor: when the page is visible, and what it loads. */
import type { Browser, BrowserContext, Page } from 'playwright'
import { startSlowLine } from '#tests/support/slow-line.ts'

/** The values that Lighthouse emulates. */
export const SLOW_4G = { down: 1.6, up: 0.75, roundTrip: 150 }
export const CPU_TIMES = 4
const PHONE = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true }
const SETTLED_MS = 1_500

/** Times in ms from the start of the navigation; transferred bytes including headers. */
export type Visit = {
  fcp: number
  lcp: number
  cls: number
  load: number
  /** Sum of the time beyond 50 ms of each long task. */
  blocked: number
  connections: number
  requests: number
  scripts: number
  scriptBytes: number
  styleBytes: number
  pictureBytes: number
  /** Number of pictures with a `data:` address: each is a document to decode. */
  dataPictures: number
}
type Visiting = {
  /** Port of the site, or of a proxy in front of it, on this machine. */
  port: number
  path: string
  isTls?: boolean
  /** Prepares the browser, for example by signing in. */
  prepare?: (context: BrowserContext) => Promise<void>
}

export async function visit(browser: Browser, visiting: Visiting): Promise<Visit> {
  const { port, path, isTls = false, prepare } = visiting
  const line = await startSlowLine({ port }, SLOW_4G)
  const context = await browser.newContext({ ...PHONE, ignoreHTTPSErrors: true })
  try {
    await prepare?.(context)
    const page = await context.newPage()
    const fetched = await watchRequests(page)
    await page.addInitScript(observe)
    await page.goto(`${isTls ? 'https' : 'http'}://127.0.0.1:${line.port}${path}`, {
      waitUntil: 'load',
    })
    await page.waitForTimeout(SETTLED_MS)
    const times = await page.evaluate(() => ({
      ...(globalThis as unknown as { seen: { lcp: number; cls: number; blocked: number } }).seen,
      fcp: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
      load: performance.getEntriesByType('navigation')[0]?.toJSON().loadEventEnd as number,
    }))
    return { ...times, ...fetched(), connections: line.connections() }
  } finally {
    await context.close()
    await line.close()
  }
}

/** Slows the processor, and counts what the page fetches until the returned function is called. */
async function watchRequests(page: Page) {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: CPU_TIMES })
  await cdp.send('Network.enable')
  const types = new Map<string, string>()
  const bytes: Record<string, number> = {}
  const seen = { requests: 0, scripts: 0, styles: 0, dataPictures: 0 }
  cdp.on('Network.requestWillBeSent', ({ requestId, type = '', request }) => {
    if (request.url.startsWith('data:')) {
      if (type === 'Image') seen.dataPictures += 1
      return
    }
    types.set(requestId, type)
    seen.requests += 1
    if (type === 'Script') seen.scripts += 1
    if (type === 'Stylesheet') seen.styles += 1
  })
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const type = types.get(requestId) ?? ''
    bytes[type] = (bytes[type] ?? 0) + encodedDataLength
  })
  return () => ({
    ...seen,
    scriptBytes: bytes.Script ?? 0,
    styleBytes: bytes.Stylesheet ?? 0,
    pictureBytes: bytes.Image ?? 0,
  })
}

/** Slows the processor, and counts requests, scripts and style sheets with their transferred bytes, up to each call. */
export async function watchFiles(page: Page) {
  const count = await watchRequests(page)
  return () => {
    const { requests, scripts, styles, scriptBytes, styleBytes } = count()
    return { requests, files: scripts + styles, bytes: scriptBytes + styleBytes }
  }
}

/** Runs in the page, before its scripts. */
function observe(): void {
  const seen = { lcp: 0, cls: 0, blocked: 0 }
  Object.assign(globalThis, { seen })
  const on = (type: string, each: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver(list => list.getEntries().forEach(each)).observe({
      type,
      buffered: true,
    })
  on('largest-contentful-paint', ({ startTime }) => {
    seen.lcp = startTime
  })
  on('layout-shift', entry => {
    seen.cls += (entry as PerformanceEntry & { value: number }).value
  })
  on('longtask', ({ duration }) => {
    seen.blocked += Math.max(0, duration - 50)
  })
}
