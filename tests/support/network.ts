/** Network failures and delays of a page. */
import type { Page } from 'playwright'

/** The message that Chromium logs for an aborted request. */
export const REQUEST_FAILED = /net::ERR_(FAILED|INTERNET_DISCONNECTED)/

/** Aborts matching requests until the returned function is called. */
export async function failRequests(page: Page, calls: string): Promise<() => Promise<void>> {
  await page.route(calls, route => route.abort())
  return () => page.unroute(calls)
}

/** Delays matching requests until `release()`; `seen()` returns their number. */
export async function holdRequests(page: Page, calls: string) {
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
