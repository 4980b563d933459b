/**
 * Compares the player with plain hls.js: `npm run bench -- player [quick]`. It takes about ten minutes on two cores, three with
 * `quick`, and writes its section of docs/benchmarks.md. SITE_UNDER_TEST names a running site.
 */
import type { Browser, BrowserContext, CDPSession, Page } from 'playwright'
import type { Content, ContentCard } from '#src/contract/content.ts'
import { getT } from '#src/lib/i18n/i18n.ts'
import { createPlayerPage } from '#src/lib/player/player-page.ts'
import { PASSWORD } from '#tests/support/account.ts'
import { startSite } from '#tests/support/site.ts'
import { build } from '../../scripts/bootstrap/build.mjs'
import { signInDemo } from './demo-session.ts'
import { serveBaseline } from './player/baseline.ts'
import { otherEngines } from './player/engines.ts'
import { leftBy, openMounts } from './player/mount-leaks.ts'
import {
  launch,
  measuredOn,
  type Network,
  openMeasured,
  setNetwork,
} from './player/network-emulation.ts'
import { machine, median, writeReport } from './report.ts'

const isQuick = process.argv.includes('quick')
const ROUNDS = isQuick ? 2 : 5
const MSISDN = '09120000003'

interface Row {
  measure: string
  target: string
  measured: string
  holds: boolean
}
const rows: Row[] = []

function note(measure: string, target: string, measured: string, holds: boolean) {
  rows.push({ measure, target, measured, holds })
  console.log(`${holds ? 'ok  ' : 'MISS'}  ${measure}: ${measured} (${target})`)
}

const pause = (seconds: number) => new Promise(done => setTimeout(done, seconds * 1_000))

type Titles = { film: string; series: string; live: string }

async function signedIn(browser: Browser, url: string): Promise<{ state: State; titles: Titles }> {
  const context = await browser.newContext()
  await signInDemo(context, { url }, MSISDN)
  const first = async (query: string) => {
    const reply = await context.request.get(`${url}/api/video-contents?${query}`)
    const { items } = ((await reply.json()) as { data: { items: ContentCard[] } }).data
    const odd = /content_has_ticket|coming_soon|audio_book/
    return String(items.find(it => !odd.test(String(it.flag)))?.short_id)
  }
  const titles = {
    film: await first('types=single_video'),
    series: await first('types=series'),
    live: await first('flags=live'),
  }
  const state = await context.storageState()
  await context.close()
  return { state, titles }
}

type State = Awaited<ReturnType<BrowserContext['storageState']>>

/** Closes the page before its context, so that it can still release its lease. */
async function leave(page: Page) {
  await page.goto('about:blank')
  await pause(0.4)
}

async function watched<T>(
  browser: Browser,
  state: State | null,
  url: string,
  network: Network | null,
  look: (page: Page, cdp: CDPSession) => Promise<T>,
): Promise<T> {
  const viewport = { width: 1280, height: 720 }
  const context = await browser.newContext({ viewport, ...(state ? { storageState: state } : {}) })
  try {
    const { page, cdp } = await openMeasured(context, url, network)
    const result = await look(page, cdp)
    await leave(page)
    return result
  } finally {
    await context.close()
  }
}

async function timesToFirstFrame(browser: Browser, state: State, ours: string, baseline: string) {
  const networks: [Network, number][] = [
    [{ mbps: 9, latencyMs: 60 }, 1.1],
    [{ mbps: 1.6, latencyMs: 150 }, 1.1],
  ]
  for (const [network, most] of networks) {
    const times = { ours: [] as number[], baseline: [] as number[] }
    for (let round = 0; round < ROUNDS; round++) {
      const time = async (page: Page) => (await measuredOn(page)).firstFrame
      times.baseline.push(await watched(browser, null, baseline, network, time))
      times.ours.push(await watched(browser, state, ours, network, time))
    }
    const [mine, theirs] = [median(times.ours), median(times.baseline)]
    const share = mine / theirs
    const words = `${Math.round(mine)} ms against ${Math.round(theirs)} ms, ${share.toFixed(2)}`
    note(
      `First frame at ${network.mbps} Mbps and ${network.latencyMs} ms`,
      `≤ ${most} of hls.js`,
      words,
      share <= most,
    )
  }
}

const ENGINE = /\/hls(?:-drm)?\.[\w-]+\.mjs/
const OURS = /\/(player|player-page|LockScreen|_short_id_|AudioBook)[.\w-]*\.js/

async function weight(browser: Browser, state: State, ours: string) {
  const sizes = new Map<string, number>()
  const context = await browser.newContext({ storageState: state })
  const page = await context.newPage()
  const cdp = await context.newCDPSession(page)
  const urls = new Map<string, string>()
  await cdp.send('Network.enable')
  cdp.on('Network.responseReceived', ({ requestId, type, response }) => {
    if (type === 'Script') urls.set(requestId, response.url)
  })
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const url = urls.get(requestId)
    if (url) sizes.set(url, encodedDataLength)
  })
  await page.goto(ours)
  await pause(4)
  await leave(page)
  await context.close()
  const kb = (isCounted: (url: string) => boolean) =>
    [...sizes].filter(([url]) => isCounted(url)).reduce((sum, [, size]) => sum + size, 0) / 1024
  const [all, own] = [kb(() => true), kb(url => OURS.test(url))]
  note('JavaScript on the page', '≤ 300 KB', `${all.toFixed(0)} KB`, all <= 300)
  note('of it ours', '≤ 25 KB', `${own.toFixed(1)} KB`, own <= 25)
  return [...sizes.keys()].some(url => ENGINE.test(url))
}

async function noEngineElsewhere(browser: Browser, url: string) {
  const context = await browser.newContext()
  const page = await context.newPage()
  const engines: string[] = []
  page.on('request', request => ENGINE.test(request.url()) && engines.push(request.url()))
  for (const path of ['/', '/contents']) await page.goto(url + path, { waitUntil: 'load' })
  await context.close()
  note(
    'Engine on other pages',
    'none',
    engines.length === 0 ? 'none' : 'loaded',
    engines.length === 0,
  )
}

async function unsteadyNetwork(browser: Browser, state: State, ours: string, baseline: string) {
  const play = (who: State | null, url: string) =>
    watched(browser, who, url, { mbps: 1, latencyMs: 60 }, async (page, cdp) => {
      await pause(12)
      await setNetwork(cdp, { mbps: 0.13, latencyMs: 60 })
      await pause(22)
      await setNetwork(cdp, { mbps: 1.5, latencyMs: 60 })
      await pause(18)
      return measuredOn(page)
    })
  const [mine, theirs] = [await play(state, ours), await play(null, baseline)]
  const share = mine.averageHeight / theirs.averageHeight
  note('Stalls on a network of 1, 0.13 and 1.5 Mbps', '0', String(mine.stalls), mine.stalls === 0)
  const words = `${mine.averageHeight} against ${theirs.averageHeight} lines, ${share.toFixed(2)}`
  note('Picture height on it', '≥ 0.95 of hls.js', words, share >= 0.95)
}

async function live(browser: Browser, state: State, url: string) {
  const seconds = isQuick ? 25 : 75
  const { stalls, latency } = await watched(browser, state, url, null, async page => {
    await pause(seconds)
    const behind = await page.evaluate(() => {
      const video = document.querySelector('video') as HTMLVideoElement
      return video.seekable.end(video.seekable.length - 1) - video.currentTime
    })
    return { ...(await measuredOn(page)), latency: behind }
  })
  note(`Live for ${seconds} s`, '0 stalls', `${stalls} stalls`, stalls === 0)
  note('Behind the live edge', '≤ 16 s', `${latency.toFixed(1)} s`, latency <= 16)
}

/** Plays ten titles in the same element and measures what leaks. */
async function memory(browser: Browser, state: State, url: string) {
  await watched(browser, state, url, null, async (page, cdp) => {
    const metrics = async () => {
      await cdp.send('HeapProfiler.collectGarbage')
      const { metrics: list } = await cdp.send('Performance.getMetrics')
      const of = (name: string) => list.find(metric => metric.name === name)?.value ?? 0
      return { nodes: of('Nodes'), listeners: of('JSEventListeners'), heap: of('JSHeapUsedSize') }
    }
    const change = async (index: number) => {
      await page.mouse.move(300 + (index % 5) * 10, 300)
      await page.keyboard.press('Shift+N')
      await page.waitForTimeout(1_500)
    }
    await cdp.send('Performance.enable')
    for (let index = 0; index < 3; index++) await change(index)
    const before = await metrics()
    const rounds = isQuick ? 4 : 10
    for (let index = 0; index < rounds; index++) await change(index)
    const after = await metrics()
    const heap = (after.heap - before.heap) / 1024 / rounds
    const [nodes, listeners] = [after.nodes - before.nodes, after.listeners - before.listeners]
    note(`Nodes left by ${rounds} titles`, '≤ 20', String(nodes), nodes <= 20)
    note('Listeners left', '≤ 10', String(listeners), listeners <= 10)
    note('Heap a title', '≤ 150 KB', `${heap.toFixed(0)} KB`, heap <= 150)
  })
}

/** Mounts the player ten times in StrictMode and measures what leaks. */
async function mounts(browser: Browser, state: State, url: string, shortId: string) {
  const context = await browser.newContext({ storageState: state, baseURL: url })
  const page = await context.newPage()
  try {
    const reply = await context.request.get(`/api/video-contents/${shortId}`)
    const { data: content } = (await reply.json()) as { data: Content }
    const playerPage = createPlayerPage(content, null, 'play', getT('fa'))
    if (!playerPage) throw new Error(`${shortId} has no video`)
    const close = await openMounts(page)
    const rounds = isQuick ? 4 : 10
    const left = await leftBy(page, await context.newCDPSession(page), playerPage, rounds)
    await close()
    const words = `${left.nodes} nodes, ${left.listeners} listeners`
    const isClean = left.nodes <= 0 && left.listeners <= 0
    note(`Left by ${rounds} mounts in StrictMode`, '0 nodes, 0 listeners', words, isClean)
    const { heapKilobytes: heap } = left
    note('Heap a mount', '≤ 150 KB', `${heap.toFixed(0)} KB`, heap <= 150)
    const alive = Object.entries(left.alive).filter(([, count]) => count > 0)
    note(
      'Media elements, sources, buffers, object URLs, workers and intervals left by them',
      'none',
      alive.map(([kind, count]) => `${count} ${kind}`).join(', ') || 'none',
      alive.length === 0,
    )
  } finally {
    await context.close()
  }
}

async function keys(browser: Browser, state: State, url: string) {
  const took = await watched(browser, state, url, null, async page => {
    await page.keyboard.press('k')
    await page.locator('.control-bar').waitFor()
    return page.evaluate(() => {
      const times: number[] = []
      for (let index = 0; index < 60; index++) {
        const key = index % 2 ? 'ArrowLeft' : 'ArrowRight'
        const began = performance.now()
        document.activeElement?.dispatchEvent(
          new KeyboardEvent('keydown', { key, code: key, bubbles: true, cancelable: true }),
        )
        times.push(performance.now() - began)
      }
      return times.sort((a, b) => a - b)[57] ?? 0
    })
  })
  note('A key of the remote, 95th of 100', '≤ 16 ms', `${took.toFixed(1)} ms`, took <= 16)
}

function report() {
  const lines = rows.map(
    ({ measure, target, measured, holds }) =>
      `| ${measure} | ${target} | ${measured} | ${holds ? 'holds' : 'missed'} |`,
  )
  return `## The player

Written by \`npm run bench -- player\` on ${machine()}, site, PostgreSQL and browser on the same machine. hls.js is the same
release on an empty page with the browser's own controls, over the same stream, measured in turns with ours; medians of
${ROUNDS}, a fresh browser context each time. Firefox and WebKitGTK of Debian play the same film three times each on the
machine's own network, and are compared with nothing: first frame and seeking as medians (from the jump to a picture that
moves on), stalls of more than 300 ms in all seconds watched. WebKitGTK plays only after a press, when the film is loaded.

| measure | target | measured | |
|---|---|---|---|
${lines.join('\n')}
`
}

async function main() {
  const running = process.env.SITE_UNDER_TEST
  if (!running && !(await build('Building'))) throw new Error('the site does not build')
  const site = running ? null : await startSite()
  const url = site?.url ?? running ?? ''
  const baseline = await serveBaseline()
  const browser = await launch()
  try {
    const { state, titles } = await signedIn(browser, url)
    const film = `${url}/play/${titles.film}?t=0`
    await timesToFirstFrame(browser, state, film, baseline.url)
    await weight(browser, state, film)
    await noEngineElsewhere(browser, url)
    await keys(browser, state, film)
    await mounts(browser, state, url, titles.film)
    await memory(browser, state, `${url}/play/${titles.series}?t=0`)
    await live(browser, state, `${url}/play/${titles.live}`)
    await unsteadyNetwork(browser, state, film, baseline.url)
    // This part is the last, because it signs in the same device again.
    const account = { mobile: MSISDN, password: PASSWORD }
    await otherEngines(note, { url, film, ...account, rounds: isQuick ? 1 : 3 })
  } finally {
    await browser.close()
    await baseline.stop()
    await site?.stop()
  }
  if (!isQuick) writeReport('player', report())
  process.exitCode = rows.every(({ holds }) => holds) ? 0 : 1
}

await main()
