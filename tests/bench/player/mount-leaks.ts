/** Mounts the player in StrictMode many times and measures what leaks. */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { CDPSession, Page } from 'playwright'
import { build } from 'vite'
import type { PlayerPage } from '#src/lib/player/player-page.ts'
import { playerEngine } from '../../../scripts/astro-integration/player-engine.ts'

const PAGE = '/mounts/'
const SETTLE_MS = 3_000

export interface Left {
  /** Number of nodes after garbage collection, compared with the warmed-up page. */
  nodes: number
  listeners: number
  heapKilobytes: number
  /** Leaked objects by kind. The page itself may hold the last element. */
  alive: Record<string, number>
}

/** Opens an empty page at the site's origin, so that the player is signed in. */
export async function openMounts(page: Page): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'pardeh-mounts-'))
  await build({
    configFile: false,
    logLevel: 'error',
    mode: 'development',
    base: PAGE,
    root: resolve(import.meta.dirname, '../../..'),
    publicDir: false,
    plugins: playerEngine({ command: 'build', expect: () => () => undefined }).plugins ?? [],
    define: { 'process.env.NODE_ENV': '"development"' },
    build: {
      outDir: folder,
      emptyOutDir: true,
      minify: false,
      rolldownOptions: {
        input: join(import.meta.dirname, 'mount-page.tsx'),
        output: { entryFileNames: 'mounts.js' },
      },
    },
  })
  await page.route(`**${PAGE}**`, async route => {
    const name = new URL(route.request().url()).pathname.slice(PAGE.length)
    if (name === '')
      return route.fulfill({
        contentType: 'text/html',
        body: `<!doctype html><title>mounts</title><script type="module" src="${PAGE}mounts.js"></script>`,
      })
    return route.fulfill({
      contentType: 'text/javascript',
      body: await readFile(join(folder, name), 'utf8'),
    })
  })
  await page.addInitScript(countWhatIsMade)
  await page.goto(PAGE)
  await page.waitForFunction(() => 'mountOnce' in window)
  return () => rm(folder, { recursive: true, force: true })
}

/** Counts the resources that need an explicit release. */
function countWhatIsMade() {
  const made = { urls: new Set<string>(), intervals: new Set<number>(), workers: 0 }
  Object.assign(window, { made })
  const { createObjectURL, revokeObjectURL } = URL
  URL.createObjectURL = thing => {
    const url = createObjectURL.call(URL, thing)
    made.urls.add(url)
    return url
  }
  URL.revokeObjectURL = url => {
    made.urls.delete(url)
    revokeObjectURL.call(URL, url)
  }
  const [start, stop] = [window.setInterval, window.clearInterval]
  window.setInterval = ((action: () => void, milliseconds: number) => {
    const id = start(action, milliseconds)
    made.intervals.add(id)
    return id
  }) as typeof setInterval
  window.clearInterval = ((id?: number) => {
    if (id !== undefined) made.intervals.delete(id)
    stop(id)
  }) as typeof clearInterval
  const { Worker: Plain } = window
  window.Worker = class extends Plain {
    constructor(url: string | URL, options?: WorkerOptions) {
      super(url, options)
      made.workers += 1
    }
    override terminate() {
      made.workers -= 1
      super.terminate()
    }
  }
}

export async function leftBy(page: Page, cdp: CDPSession, playerPage: PlayerPage, mounts: number) {
  const once = () => page.evaluate(it => window.mountOnce(it), playerPage)
  for (let turn = 0; turn < 3; turn++) await once()
  const before = await measure(page, cdp)
  for (let turn = 0; turn < mounts; turn++) await once()
  const after = await measure(page, cdp)
  const left: Left = {
    nodes: after.nodes - before.nodes,
    listeners: after.listeners - before.listeners,
    heapKilobytes: (after.heap - before.heap) / 1_024 / mounts,
    alive: Object.fromEntries(
      Object.entries(after.alive).map(([kind, now]) => [kind, now - (before.alive[kind] ?? 0)]),
    ),
  }
  return left
}

async function measure(page: Page, cdp: CDPSession) {
  await cdp.send('Performance.enable')
  // Pending timers and responses are not leaks, so they get time to finish.
  await page.waitForTimeout(SETTLE_MS)
  for (let turn = 0; turn < 3; turn++) await cdp.send('HeapProfiler.collectGarbage')
  const { metrics } = await cdp.send('Performance.getMetrics')
  const of = (name: string) => metrics.find(metric => metric.name === name)?.value ?? 0
  const alive: Record<string, number> = await page.evaluate(() => {
    const { made } = window as unknown as {
      made: { urls: Set<string>; intervals: Set<number>; workers: number }
    }
    return { urls: made.urls.size, intervals: made.intervals.size, workers: made.workers }
  })
  for (const name of ['HTMLVideoElement', 'MediaSource', 'SourceBuffer'])
    alive[name] = await count(cdp, name)
  return {
    nodes: of('Nodes'),
    listeners: of('JSEventListeners'),
    heap: of('JSHeapUsedSize'),
    alive,
  }
}

/** Returns the number of live objects of a class. */
async function count(cdp: CDPSession, name: string): Promise<number> {
  const { result } = await cdp.send('Runtime.evaluate', { expression: `${name}.prototype` })
  const { objects } = await cdp.send('Runtime.queryObjects', {
    prototypeObjectId: result.objectId ?? '',
    objectGroup: 'mounts',
  })
  const { result: length } = await cdp.send('Runtime.callFunctionOn', {
    objectId: objects.objectId,
    functionDeclaration: 'function () { return this.length }',
  })
  await cdp.send('Runtime.releaseObjectGroup', { objectGroup: 'mounts' })
  return Number(length.value)
}
