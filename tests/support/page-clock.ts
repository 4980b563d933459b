/** The clock of a page on which `page.clock.install()` was called. */
import type { Page } from 'playwright'

/** Milliseconds ahead of the page's time, more with each attempt: a busy machine needs longer to stop the clock than to read it. */
const LEADS_MS = [1_000, 10_000, 60_000]

/** Stops the clock a little ahead of the page's time; `page.clock.resume()` continues it. */
export async function stopClock(page: Page): Promise<void> {
  for (const lead of LEADS_MS) {
    const time = (await page.evaluate(() => Date.now())) + lead
    const isStopped = await page.clock.pauseAt(time).then(
      () => true,
      (error: unknown) => {
        if (!String(error).includes('to the past')) throw error
        return false
      },
    )
    if (isStopped) return
  }
  throw new Error('the clock of the page cannot be stopped')
}
