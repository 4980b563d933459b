/**
 * First visits through nginx with docs/site.nginx.conf, by HTTP/1.1 and by HTTP/2, on a line as Lighthouse's Slow 4G and with a
 * processor four times slower; in turns. Needs nginx. Writes its section of docs/benchmarks.md. `npm run bench -- http2`
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium } from 'playwright'
import { makeCertificates } from '#tests/nodes/support/certificates.ts'
import { startNginx } from '#tests/nodes/support/nginx.ts'
import { siteProxy } from '#tests/nodes/support/site-proxy.ts'
import { launchOptions } from '#tests/support/browser-server.ts'
import { startSite } from '#tests/support/site.ts'
import { startSlowLine } from '#tests/support/slow-line.ts'
import { machine, timesOf, writeReport } from './report.ts'

const ROUNDS = 5
const SLOW_4G = { down: 1.6, up: 0.75, roundTrip: 150 }
const CPU_TIMES = 4
const SETTLED_MS = 1_500
const PHONE = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true }

type Visit = { fcp: number; lcp: number; load: number; connections: number; requests: number }
const VERSIONS = ['HTTP/1.1', 'HTTP/2'] as const
type Version = (typeof VERSIONS)[number]

const folder = await mkdtemp(join(tmpdir(), 'pardeh-http2-'))
const { cert: certificate, key } = await makeCertificates(folder)
const site = await startSite({ env: { TRUST_PROXY: '127.0.0.1', LOG_LEVEL: 'error' } })
const proxies = {
  'HTTP/1.1': await startNginx(siteProxy([site.port], { certificate, key, isHttp1: true })),
  'HTTP/2': await startNginx(siteProxy([site.port], { certificate, key })),
}
const browser = await chromium.launch(launchOptions())
try {
  const pages = await pathsOfPages()
  const visits = new Map<string, Visit[]>()
  for (let round = 0; round <= ROUNDS; round++)
    for (const [page, path] of Object.entries(pages))
      for (const version of VERSIONS) {
        const visit = await visitOnce(browser, version, path)
        // The first round fills caches of the site.
        if (round > 0) visits.set(page + version, [...(visits.get(page + version) ?? []), visit])
      }
  const text = report(Object.keys(pages), visits)
  writeReport('http2', text)
  console.log(text)
} finally {
  await browser.close()
  for (const proxy of Object.values(proxies)) await proxy.stop()
  await site.stop()
  await rm(folder, { recursive: true, force: true })
}

async function pathsOfPages(): Promise<Record<string, string>> {
  const home = await (await fetch(site.url)).text()
  const [content = ''] = /\/contents\/[\w-]+\/[^"?#]+/.exec(home) ?? []
  return { home: '/', listing: '/contents', content, login: '/login' }
}

async function visitOnce(from: Browser, version: Version, path: string): Promise<Visit> {
  const line = await startSlowLine(proxies[version], SLOW_4G)
  const context = await from.newContext({ ...PHONE, ignoreHTTPSErrors: true })
  try {
    const page = await context.newPage()
    const cdp = await context.newCDPSession(page)
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: CPU_TIMES })
    let requests = 0
    page.on('request', () => {
      requests += 1
    })
    await page.addInitScript(() => {
      const seen = { lcp: 0 }
      Object.assign(globalThis, { seen })
      new PerformanceObserver(list => {
        seen.lcp = list.getEntries().at(-1)?.startTime ?? seen.lcp
      }).observe({ type: 'largest-contentful-paint', buffered: true })
    })
    await page.goto(`https://127.0.0.1:${line.port}${path}`, { waitUntil: 'load' })
    await page.waitForTimeout(SETTLED_MS)
    const times = await page.evaluate(() => ({
      fcp: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
      lcp: (globalThis as unknown as { seen: { lcp: number } }).seen.lcp,
      load: performance.getEntriesByType('navigation')[0]?.toJSON().loadEventEnd as number,
    }))
    return { ...times, connections: line.connections(), requests }
  } finally {
    await context.close()
    await line.close()
  }
}

function report(pages: readonly string[], visits: ReadonlyMap<string, readonly Visit[]>): string {
  const median = (key: string, of: keyof Visit) =>
    Math.round(timesOf((visits.get(key) ?? []).map(visit => visit[of])).p50)
  const rows = pages.flatMap(page =>
    VERSIONS.map(version => {
      const numbers = (['fcp', 'lcp', 'load', 'connections', 'requests'] as const).map(of =>
        median(page + version, of).toLocaleString('en'),
      )
      return `| ${[page, version, ...numbers].join(' | ')} |`
    }),
  )
  return `## HTTP/1.1 and HTTP/2

Written by \`npm run bench -- http2\` on ${machine()}: first visits through nginx with
[site.nginx.conf](site.nginx.conf) on a line of ${SLOW_4G.down} Mbps and ${SLOW_4G.roundTrip} ms with a processor ${CPU_TIMES} times slower, site,
nginx and browser on the same machine; medians of ${ROUNDS}, the versions in turns. Times in ms from the start of the
navigation, with the handshakes of TCP and TLS.

| page | version | first paint | largest paint | load | connections | requests |
|---|---|---:|---:|---:|---:|---:|
${rows.join('\n')}`
}
