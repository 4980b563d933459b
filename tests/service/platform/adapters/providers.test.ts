import { Registry } from 'prom-client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createProviders, type Providers } from '#src/service/platform/adapters/providers.ts'

let registry: Registry
let providers: Providers
let lines: Array<{ event?: string; provider?: string }> = []
const keep = (line: object) => void lines.push(line)

function start(pauseMs: number) {
  registry = new Registry()
  lines = []
  providers = createProviders({ log: { info: keep, warn: keep }, metrics: { registry }, pauseMs })
}
beforeEach(() => {
  vi.useFakeTimers()
  start(60_000)
})
afterEach(() => void vi.useRealTimers())

const fails = () => Promise.reject(new Error('fault'))
const works = async () => 'done'
const hangs = (signal: AbortSignal) =>
  new Promise<string>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason))
  })
const nameOf = (work: Promise<unknown>) =>
  work.then(String, (error: unknown) => (error as Error).name)
const read = async (name: string) =>
  (await registry.metrics()).split('\n').filter(line => line.startsWith(name))

async function failing(name: 'zarinpal' | 'kavenegar', times: number) {
  for (let count = 0; count < times; count++) await nameOf(providers.call(name, fails))
}

test('a provider that fails repeatedly is no longer called, and costs no time', async () => {
  await failing('zarinpal', 9)
  expect(providers.isPaused('zarinpal')).toBe(false)
  await failing('zarinpal', 1)
  expect(providers.isPaused('zarinpal')).toBe(true)
  let asked = 0
  const call = providers.call('zarinpal', async () => void asked++)
  await expect(call).rejects.toMatchObject({ name: 'ProviderPaused', retryAfter: 60 })
  expect(asked).toBe(0)
  expect(lines).toEqual([{ event: 'provider_paused', provider: 'zarinpal' }])
})

test('another provider keeps working', async () => {
  await failing('zarinpal', 10)
  expect(await providers.call('zibal', works)).toBe('done')
})

test('one call tests if it is back; meanwhile the others fail at once', async () => {
  await failing('zarinpal', 10)
  vi.advanceTimersByTime(59_999)
  expect(providers.isPaused('zarinpal')).toBe(true)
  vi.advanceTimersByTime(1)
  expect(providers.isPaused('zarinpal')).toBe(false)
  let answer = (_: string) => {}
  const trying = providers.call('zarinpal', () => new Promise<string>(done => (answer = done)))
  expect(await nameOf(providers.call('zarinpal', works))).toBe('ProviderPaused')
  answer('back')
  expect(await trying).toBe('back')
  expect(await providers.call('zarinpal', works)).toBe('done')
  expect(lines.map(({ event }) => event)).toEqual(['provider_paused', 'provider_back'])
})

test('a provider that stays unavailable is logged once', async () => {
  await failing('zarinpal', 10)
  for (let round = 0; round < 3; round++) {
    vi.advanceTimersByTime(60_000)
    expect(providers.isPaused('zarinpal')).toBe(false)
    await failing('zarinpal', 1)
  }
  expect(lines).toHaveLength(1)
})

test('a refusal is an answer and does not open the breaker', async () => {
  const rejected = () => providers.call('kavenegar', fails, () => false)
  for (let count = 0; count < 30; count++) expect(await nameOf(rejected())).toBe('Error')
  expect(providers.isPaused('kavenegar')).toBe(false)
  expect(await read('pardeh_provider_calls_total')).toEqual([
    'pardeh_provider_calls_total{provider="kavenegar",outcome="refused"} 30',
  ])
})

test('a result can be a fault too', async () => {
  for (let count = 0; count < 10; count++)
    expect(
      await providers.call(
        'zibal',
        async () => 500,
        () => true,
      ),
    ).toBe(500)
  expect(providers.isPaused('zibal')).toBe(true)
})

test('a few hanging calls among many successful ones do not open the breaker', async () => {
  const slow = Array.from({ length: 8 }, () => nameOf(providers.call('vast', hangs)))
  for (let count = 0; count < 40; count++) await providers.call('vast', works)
  await vi.advanceTimersByTimeAsync(1_200)
  expect(new Set(await Promise.all(slow))).toEqual(new Set(['ProviderTimeout']))
  expect(providers.isPaused('vast')).toBe(false)
})

test('an advert server that does not respond is given up after 1.2 s, even if it ignores the abort signal', async () => {
  let outcome = ''
  const deaf = providers.call('vast', () => new Promise(() => undefined))
  void nameOf(deaf).then(name => (outcome = name))
  await vi.advanceTimersByTimeAsync(1_199)
  expect(outcome).toBe('')
  await vi.advanceTimersByTimeAsync(1)
  expect(outcome).toBe('ProviderTimeout')
  expect(await read('pardeh_provider_calls_total')).toEqual([
    'pardeh_provider_calls_total{provider="vast",outcome="timeout"} 1',
  ])
})

test('too many concurrent calls are refused instead of queued', async () => {
  const open: Array<() => void> = []
  const blocked = () => providers.call('zibal', () => new Promise<void>(done => open.push(done)))
  const all = Array.from({ length: 130 }, () => nameOf(blocked()))
  const done = Promise.all(all)
  while (open.length > 0) {
    for (const free of open.splice(0)) free()
    await vi.advanceTimersByTimeAsync(1)
  }
  expect((await done).filter(name => name === 'ProviderPaused')).toHaveLength(2)
  expect(await read('pardeh_provider_calls_total')).toContain(
    'pardeh_provider_calls_total{provider="zibal",outcome="busy"} 2',
  )
})

test('metrics show how calls ended, how long they took, and the state of the breaker', async () => {
  await providers.call('zarinpal', works)
  await failing('zarinpal', 10)
  await failing('zarinpal', 2)
  expect(await read('pardeh_provider_calls_total')).toEqual([
    'pardeh_provider_calls_total{provider="zarinpal",outcome="ok"} 1',
    'pardeh_provider_calls_total{provider="zarinpal",outcome="failed"} 9',
    'pardeh_provider_calls_total{provider="zarinpal",outcome="paused"} 3',
  ])
  expect(await read('pardeh_provider_breaker_state')).toEqual([
    'pardeh_provider_breaker_state{provider="zarinpal"} 2',
  ])
  expect(await read('pardeh_provider_call_seconds_count')).toEqual([
    'pardeh_provider_call_seconds_count{provider="zarinpal"} 10',
  ])
})
