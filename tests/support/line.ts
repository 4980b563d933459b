/** The line of a page: lost, or held back until the test lets it go on. */
import type { Page } from 'playwright'

/** What Chromium logs of a call that the line lost. */
export const LOST = /net::ERR_(FAILED|INTERNET_DISCONNECTED)/

/** Every call that matches is lost, until the answer is called. */
export async function loseLine(page: Page, calls: string): Promise<() => Promise<void>> {
  await page.route(calls, route => route.abort())
  return () => page.unroute(calls)
}

/** Calls that match wait; `seen` counts them, `release` lets them go on. */
export async function slowLine(page: Page, calls: string) {
  let release: () => void = () => undefined
  const held = new Promise<void>(done => {
    release = done
  })
  let count = 0
  await page.route(calls, async route => {
    count++
    await held
    await route.continue()
  })
  return { seen: () => count, release }
}
