import { setTimeout as wait } from 'node:timers/promises'
import { Registry } from 'prom-client'
import { beforeEach, expect, test } from 'vitest'
import { createProviders, type Providers } from '#src/service/adapters/providers.ts'

let registry: Registry
let providers: Providers
let lines: Array<{ event?: string; provider?: string }> = []
const keep = (line: object) => void lines.push(line)

function start(pauseMs: number) {
  registry = new Registry()
  lines = []
  providers = createProviders({ log: { info: keep, warn: keep }, metrics: { registry }, pauseMs })
}
beforeEach(() => start(60_000))

const fails = () => Promise.reject(new Error('fault'))
const works = async () => 'done'
const hangs = (signal: AbortSignal) => wait(60_000, 'late', { signal, ref: false })
const nameOf = (work: Promise<unknown>) =>
  work.then(String, (error: unknown) => (error as Error).name)
const read = async (name: string) =>
  (await registry.metrics()).split('\n').filter(line => line.startsWith(name))

async function failing(name: 'zarinpal' | 'kavenegar', times: number) {
  for (let count = 0; count < times; count++) await nameOf(providers.call(name, fails))
}

test('a provider that fails again and again is not asked any more, and costs no time', async () => {
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

test('another provider goes on', async () => {
  await failing('zarinpal', 10)
  expect(await providers.call('zibal', works)).toBe('done')
})

test('one call tries whether it is back; meanwhile the others fail at once', async () => {
  start(30)
  await failing('zarinpal', 10)
  await expect.poll(() => providers.isPaused('zarinpal')).toBe(false)
  let answer = (_: string) => {}
  const trying = providers.call('zarinpal', () => new Promise<string>(done => (answer = done)))
  expect(await nameOf(providers.call('zarinpal', works))).toBe('ProviderPaused')
  answer('back')
  expect(await trying).toBe('back')
  expect(await providers.call('zarinpal', works)).toBe('done')
  expect(lines.map(({ event }) => event)).toEqual(['provider_paused', 'provider_back'])
})

test('a provider that stays out of order is told once', async () => {
  start(10)
  await failing('zarinpal', 10)
  for (let round = 0; round < 3; round++) {
    await expect.poll(() => providers.isPaused('zarinpal')).toBe(false)
    await failing('zarinpal', 1)
  }
  expect(lines).toHaveLength(1)
})

test('a refusal is an answer: it opens nothing', async () => {
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

test('a few that hang among many that work open nothing', async () => {
  const slow = Array.from({ length: 8 }, () => nameOf(providers.call('vast', hangs)))
  for (let count = 0; count < 40; count++) await providers.call('vast', works)
  expect(new Set(await Promise.all(slow))).toEqual(new Set(['ProviderTimeout']))
  expect(providers.isPaused('vast')).toBe(false)
})

test('a call that never ends is given up, even where nobody listens to the signal', async () => {
  const began = performance.now()
  const deaf = providers.call('vast', () => new Promise(() => undefined))
  expect(await nameOf(deaf)).toBe('ProviderTimeout')
  expect(performance.now() - began).toBeLessThan(5_000)
  expect(await read('pardeh_provider_calls_total')).toEqual([
    'pardeh_provider_calls_total{provider="vast",outcome="timeout"} 1',
  ])
})

test('too many calls at once are refused instead of piled up', async () => {
  const open: Array<() => void> = []
  const blocked = () => providers.call('zibal', () => new Promise<void>(done => open.push(done)))
  const all = Array.from({ length: 130 }, () => nameOf(blocked()))
  const done = Promise.all(all)
  while (open.length > 0) {
    for (const free of open.splice(0)) free()
    await wait(5)
  }
  expect((await done).filter(name => name === 'ProviderPaused')).toHaveLength(2)
  expect(await read('pardeh_provider_calls_total')).toContain(
    'pardeh_provider_calls_total{provider="zibal",outcome="busy"} 2',
  )
})

test('metrics say how calls ended, how long they took, and how the breaker stands', async () => {
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
