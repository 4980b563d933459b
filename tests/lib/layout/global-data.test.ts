// Section 9 of the specification: refreshed after 30 minutes, at most once in 5, and never because the window gains focus or the network returns.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DATA_DEDUPE_MS, DATA_REFRESH_MS, FOCUS_THROTTLE_MS } from '#src/contract/limits.ts'

const api = vi.fn(async () => ({ types: [] }))
vi.mock('#src/lib/api/browser.ts', () => ({ api }))

const page = new EventTarget()
beforeEach(() => {
  vi.useFakeTimers()
  vi.resetModules()
  api.mockClear()
  vi.stubGlobal('window', page)
  vi.stubGlobal('document', { hidden: false })
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

async function watched() {
  const { $globalData } = await import('#src/lib/layout/global-data.store.ts')
  const stop = $globalData.listen(() => undefined)
  await vi.advanceTimersByTimeAsync(1)
  return { stop, $globalData }
}

test.each(['focus', 'visibilitychange', 'online'])('%s fetches nothing', async sign => {
  const { stop } = await watched()
  expect(api).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(FOCUS_THROTTLE_MS + 1)
  page.dispatchEvent(new Event(sign))
  await vi.advanceTimersByTimeAsync(1)
  expect(api).toHaveBeenCalledTimes(1)
  stop()
})

test('half an hour later it is fetched again', async () => {
  const { stop } = await watched()
  await vi.advanceTimersByTimeAsync(DATA_REFRESH_MS - 2)
  expect(api).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(2)
  expect(api).toHaveBeenCalledTimes(2)
  stop()
})

test('a second island within five minutes fetches nothing', async () => {
  const { stop, $globalData } = await watched()
  stop()
  await vi.advanceTimersByTimeAsync(DATA_DEDUPE_MS - 10_000)
  $globalData.listen(() => undefined)()
  expect(api).toHaveBeenCalledTimes(1)
})
