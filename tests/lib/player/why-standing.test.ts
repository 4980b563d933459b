import { afterEach, expect, test, vi } from 'vitest'
import { whyStanding } from '#src/lib/player/why-standing.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

type Fetch = (url: string, options: { signal: AbortSignal }) => Promise<unknown>

function find(fetch: Fetch, { onLine = true } = {}) {
  vi.stubGlobal('navigator', { onLine })
  vi.stubGlobal('fetch', fetch)
  return whyStanding('/live/master.m3u8', new AbortController().signal)
}
const answers: Fetch = () => Promise.resolve({ ok: false, status: 503 })
const never: Fetch = (_, { signal }) =>
  new Promise((_done, fail) => {
    signal.addEventListener('abort', () => fail(new DOMException('aborted', 'AbortError')))
  })

test('a playlist that comes blames the channel, also by an error of the server', async () => {
  expect(await find(answers)).toBe('channel')
})

test('a playlist that does not come blames the network', async () => {
  expect(await find(() => Promise.reject(new TypeError('no connection')))).toBe('network')
  expect(await find(answers, { onLine: false })).toBe('network')
})

test('so does one that takes too long', async () => {
  vi.useFakeTimers()
  const found = find(never)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(await found).toBe('network')
})
