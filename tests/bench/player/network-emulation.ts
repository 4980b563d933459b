/** A browser that watches, on a line of a given speed, and what it saw. */
import { type Browser, type BrowserContext, type CDPSession, chromium, type Page } from 'playwright'
import { findBrowser } from '../../../scripts/bootstrap/browser.mjs'

export interface Line {
  /** Megabits per second. */
  mbps: number
  latencyMs: number
}

export function launch(): Promise<Browser> {
  const args = ['--no-sandbox', '--disable-gpu', '--autoplay-policy=no-user-gesture-required']
  return chromium.launch({ executablePath: findBrowser() ?? undefined, args })
}

export async function setLine(cdp: CDPSession, { mbps, latencyMs }: Line): Promise<void> {
  const bytes = (mbps * 1e6) / 8
  await cdp.send('Network.enable')
  await cdp.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: latencyMs,
    downloadThroughput: bytes,
    uploadThroughput: bytes,
  })
}

export interface Seen {
  /** Milliseconds from the start of the navigation. */
  firstFrame: number
  /** Stalls of more than 300 ms. */
  stalls: number
  /** Over the time watched. */
  averageHeight: number
}

/** Runs in the page from its start: notes the first frame, and every 50 ms what is on screen. */
function watchVideo() {
  const seen = { firstFrame: 0, stalls: 0, heights: [] as number[] }
  Object.assign(window, { seen })
  let [lastTime, lastMove, isStalled] = [-1, 0, false]
  const timer = setInterval(() => {
    const video = document.querySelector('video')
    if (!video) return
    if (!('noted' in video)) {
      Object.assign(video, { noted: true })
      video.requestVideoFrameCallback(() => {
        seen.firstFrame = performance.now()
        lastMove = performance.now()
      })
    }
    if (seen.firstFrame === 0 || video.paused || video.ended) return
    seen.heights.push(video.videoHeight)
    const now = performance.now()
    if (video.currentTime !== lastTime) {
      lastTime = video.currentTime
      lastMove = now
      isStalled = false
    } else if (!isStalled && now - lastMove > 300) {
      isStalled = true
      seen.stalls += 1
    }
  }, 50)
  addEventListener('pagehide', () => clearInterval(timer))
}

export async function openWatched(
  context: BrowserContext,
  url: string,
  line: Line | null,
): Promise<{ page: Page; cdp: CDPSession }> {
  const page = await context.newPage()
  await page.addInitScript(watchVideo)
  const cdp = await context.newCDPSession(page)
  if (line) await setLine(cdp, line)
  await page.goto(url, { waitUntil: 'commit' })
  await page.waitForFunction(
    () => (window as unknown as { seen: Seen }).seen?.firstFrame > 0,
    null,
    {
      timeout: 60_000,
    },
  )
  return { page, cdp }
}

export async function seenBy(page: Page): Promise<Seen> {
  return page.evaluate(() => {
    const { seen } = window as unknown as {
      seen: { firstFrame: number; stalls: number; heights: number[] }
    }
    const total = seen.heights.reduce((sum, height) => sum + height, 0)
    const averageHeight = Math.round(total / Math.max(1, seen.heights.length))
    return { firstFrame: seen.firstFrame, stalls: seen.stalls, averageHeight }
  })
}
