/**
 * Measures first visits to pages that consist of islands: sign-in, account, checkout, tickets and player, on a slow line with a
 * slow processor. Writes its section of docs/benchmarks.md. `npm run bench -- app [paths…]`
 */
import { chromium } from 'playwright'
import { launchOptions } from '#tests/support/browser-server.ts'
import { startSite } from '#tests/support/site.ts'
import { signInDemo } from './demo-session.ts'
import { machine, timesOf, writeReport } from './report.ts'
import { CPU_TIMES, SLOW_4G, type Visit, visit } from './visit.ts'

const ROUNDS = 5
/** Users of the demo: a subscriber with three profiles, and a user without a subscription. */
const SUBSCRIBER = '09120000001'
const VIEWER = '09120000002'
const PAGES: { path: string; as?: string }[] = [
  { path: '/login' },
  { path: '/register' },
  { path: '/user', as: SUBSCRIBER },
  { path: '/packages', as: VIEWER },
  { path: '/packages?package=month-1', as: VIEWER },
  { path: '/tickets', as: SUBSCRIBER },
  { path: '/profile', as: SUBSCRIBER },
  { path: '/play/:film', as: SUBSCRIBER },
]
const TARGETS = { lcp: 2_000, cls: 0.02, scriptBytes: 95_000, scripts: 8 }

const only = process.argv.slice(2)
const site = await startSite({ env: { LOG_LEVEL: 'error' } })
const browser = await chromium.launch(launchOptions())
try {
  const film = await freeFilm()
  const visits = new Map<string, Visit[]>()
  for (let round = 0; round <= ROUNDS; round++)
    for (const { path, as } of PAGES) {
      if (only.length > 0 && !only.includes(path)) continue
      const visited = await visit(browser, {
        port: site.port,
        path: path.replace(':film', film),
        ...(as ? { prepare: context => signInDemo(context, site, as) } : {}),
      })
      // The first round fills caches of the site.
      if (round > 0) visits.set(path, [...(visits.get(path) ?? []), visited])
    }
  const text = report(visits)
  if (only.length === 0) writeReport('app', text)
  console.log(text)
} finally {
  await browser.close()
  await site.stop()
}

async function freeFilm(): Promise<string> {
  const reply = await fetch(`${site.url}/api/video-contents?types=single_video&order=latest`)
  const { data } = (await reply.json()) as { data: { items: { short_id: string }[] } }
  return data.items[0]?.short_id ?? ''
}

function report(all: ReadonlyMap<string, readonly Visit[]>): string {
  const rows = [...all].map(([path, visits]) => {
    const median = (of: keyof Visit) => timesOf(visits.map(visited => visited[of])).p50
    const ms = (of: keyof Visit) => Math.round(median(of)).toLocaleString('en')
    const kb = (of: keyof Visit) => (median(of) / 1_000).toFixed(1)
    const cells = [ms('fcp'), ms('lcp'), median('cls').toFixed(3), ms('blocked')]
    const sizes = [ms('scripts'), kb('scriptBytes'), kb('styleBytes'), kb('pictureBytes')]
    return `| ${[path, ...cells, ...sizes, ms('dataPictures'), ms('requests')].join(' | ')} |`
  })
  return `## Pages of islands

Written by \`npm run bench -- app\` on ${machine()}: first visits by HTTP/1.1 on a line of ${SLOW_4G.down} Mbps and
${SLOW_4G.roundTrip} ms with a processor ${CPU_TIMES} times slower, site and browser on the same machine; medians of ${ROUNDS}. Wanted: largest
paint ≤ ${TARGETS.lcp.toLocaleString('en')} ms, layout shift ≤ ${TARGETS.cls}, ≤ ${TARGETS.scripts} scripts of ≤ ${TARGETS.scriptBytes / 1_000} KB. Sizes in KB as transferred, with headers.

| page | first paint | largest paint | shift | blocked | scripts | KB | styles KB | pictures KB | data: pictures | requests |
|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|
${rows.join('\n')}`
}
