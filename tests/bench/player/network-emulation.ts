/** Plays a page on an emulated network and measures first frame, stalls and picture height. */
import { type Browser, type BrowserContext, type CDPSession, chromium, type Page } from 'playwright'
import { findBrowser } from '../../../scripts/bootstrap/browser.mjs'

export interface Network {
  /** Megabits per second. */
  mbps: number
  latencyMs: number
}

export function launch(): Promise<Browser> {
  const args = ['--no-sandbox', '--disable-gpu', '--autoplay-policy=no-user-gesture-required']
  return chromium.launch({ executablePath: findBrowser() ?? undefined, args })
}

export async function setNetwork(cdp: CDPSession, { mbps, latencyMs }: Network): Promise<void> {
  const bytes = (mbps * 1e6) / 8
  await cdp.send('Network.enable')
  await cdp.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: latencyMs,
    downloadThroughput: bytes,
    uploadThroughput: bytes,
  })
}

export interface Measured {
  /** Milliseconds from the start of the navigation. */
  firstFrame: number
  /** Stalls of more than 300 ms. */
  stalls: number
  /** Pixels, averaged over the time watched. */
  averageHeight: number
}

/** Runs in the page from its start: records the first frame, and the picture every 50 ms. */
function watchVideo() {
  const measured = { firstFrame: 0, stalls: 0, heights: [] as number[] }
  Object.assign(window, { measured })
  let [lastTime, lastMove, isStalled] = [-1, 0, false]
  const timer = setInterval(() => {
    const video = document.querySelector('video')
    if (!video) return
    if (!('noted' in video)) {
      Object.assign(video, { noted: true })
      video.requestVideoFrameCallback(() => {
        measured.firstFrame = performance.now()
        lastMove = performance.now()
      })
    }
    if (measured.firstFrame === 0 || video.paused || video.ended) return
    measured.heights.push(video.videoHeight)
    const now = performance.now()
    if (video.currentTime !== lastTime) {
      lastTime = video.currentTime
      lastMove = now
      isStalled = false
    } else if (!isStalled && now - lastMove > 300) {
      isStalled = true
      measured.stalls += 1
    }
  }, 50)
  addEventListener('pagehide', () => clearInterval(timer))
}

export async function openMeasured(
  context: BrowserContext,
  url: string,
  network: Network | null,
): Promise<{ page: Page; cdp: CDPSession }> {
  const page = await context.newPage()
  await page.addInitScript(watchVideo)
  const cdp = await context.newCDPSession(page)
  if (network) await setNetwork(cdp, network)
  await page.goto(url, { waitUntil: 'commit' })
  await page.waitForFunction(
    () => (window as unknown as { measured: Measured }).measured?.firstFrame > 0,
    null,
    {
      timeout: 60_000,
    },
  )
  return { page, cdp }
}

export async function measuredOn(page: Page): Promise<Measured> {
  return page.evaluate(() => {
    const { measured } = window as unknown as {
      measured: { firstFrame: number; stalls: number; heights: number[] }
    }
    const total = measured.heights.reduce((sum, height) => sum + height, 0)
    const averageHeight = Math.round(total / Math.max(1, measured.heights.length))
    return { firstFrame: measured.firstFrame, stalls: measured.stalls, averageHeight }
  })
}
