import { afterEach, expect, test, vi } from 'vitest'
import { diagnoseStall } from '#src/lib/player/diagnose-stall.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

type Fetch = (url: string, options: { signal: AbortSignal }) => Promise<unknown>

function find(fetch: Fetch, { onLine = true } = {}) {
  vi.stubGlobal('navigator', { onLine })
  vi.stubGlobal('fetch', fetch)
  return diagnoseStall('/live/master.m3u8', new AbortController().signal)
}
const answers: Fetch = () => Promise.resolve({ ok: false, status: 503 })
const never: Fetch = (_, { signal }) =>
  new Promise((_done, fail) => {
    signal.addEventListener('abort', () => fail(new DOMException('aborted', 'AbortError')))
  })

test('a playlist that loads blames the channel, also with an error of the server', async () => {
  expect(await find(answers)).toBe('channel')
})

test('a playlist that does not load blames the network', async () => {
  expect(await find(() => Promise.reject(new TypeError('no connection')))).toBe('network')
  expect(await find(answers, { onLine: false })).toBe('network')
})

test('a playlist that takes too long blames the network too', async () => {
  vi.useFakeTimers()
  const found = find(never)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(await found).toBe('network')
})
