/**
 * Measures first visits through nginx with ops/nginx/site.nginx.conf, with HTTP/1.1 and HTTP/2 in turns, on a line like
 * Lighthouse's Slow 4G and with a processor four times slower. Needs nginx. Writes its section of docs/benchmarks.md. `npm run
 * bench -- http2`
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright'
import { makeCertificates } from '#tests/nodes/support/certificates.ts'
import { startNginx } from '#tests/nodes/support/nginx.ts'
import { siteProxy } from '#tests/nodes/support/site-proxy.ts'
import { launchOptions } from '#tests/support/browser-server.ts'
import { startSite } from '#tests/support/site.ts'
import { machine, timesOf, writeReport } from './report.ts'
import { CPU_TIMES, SLOW_4G, type Visit, visit } from './visit.ts'

const ROUNDS = 5
const VERSIONS = ['HTTP/1.1', 'HTTP/2'] as const

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
        const visited = await visit(browser, { port: proxies[version].port, path, isTls: true })
        // The first round fills caches of the site.
        if (round > 0) visits.set(page + version, [...(visits.get(page + version) ?? []), visited])
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
[site.nginx.conf](../ops/nginx/site.nginx.conf) on a line of ${SLOW_4G.down} Mbps and ${SLOW_4G.roundTrip} ms with a processor ${CPU_TIMES} times slower, site,
nginx and browser on the same machine; medians of ${ROUNDS}, the versions in turns. Times in ms from the start of the
navigation, with the handshakes of TCP and TLS.

| page | version | first paint | largest paint | load | connections | requests |
|---|---|---:|---:|---:|---:|---:|
${rows.join('\n')}`
}
