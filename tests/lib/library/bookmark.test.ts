// Two controls of the same title on a page, such as on its own page and in a row below.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createBookmark } from '#src/lib/library/bookmark.ts'

const calls: string[] = []
let isLost = false
beforeEach(() => {
  vi.stubGlobal('location', new URL('https://example.com/'))
  vi.stubGlobal('document', { cookie: '', documentElement: { dataset: {} } })
  vi.stubGlobal('fetch', async (url: string | Request, options?: RequestInit) => {
    calls.push(
      `${options?.method ?? (url as Request).method} ${new URL(String(typeof url === 'string' ? url : url.url), 'https://example.com').pathname}`,
    )
    if (isLost) throw new TypeError('lost line')
    return Response.json({ data: {}, meta: { operation_result: 'success' } })
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  calls.length = 0
  isLost = false
})

function aControl(id: string) {
  const seen = { shown: [] as boolean[], done: [] as boolean[], failed: 0 }
  const bookmark = createBookmark(id, {
    show: isOn => seen.shown.push(isOn),
    done: isOn => seen.done.push(isOn),
    fail: () => {
      seen.failed += 1
    },
  })
  bookmark.join()
  return { seen, bookmark }
}

test('both controls show the same state, and only the used one reports the change', async () => {
  const [one, other, third] = [aControl('same'), aControl('same'), aControl('another')]
  one.bookmark.confirm(false)
  one.bookmark.request(true)
  expect([one, other, third].map(({ seen }) => seen.shown.at(-1))).toEqual([true, true, undefined])
  await expect.poll(() => one.seen.done).toEqual([true])
  other.bookmark.request(false)
  expect(one.seen.shown.at(-1)).toBe(false)
  await expect.poll(() => other.seen.done).toEqual([false])
  expect(one.seen.done).toEqual([true])
  expect(calls.map(call => call.split(' ')[0])).toEqual(['POST', 'DELETE'])
})

test('a failure reverts both controls and is reported once', async () => {
  isLost = true
  const [one, other] = [aControl('lost'), aControl('lost')]
  one.bookmark.request(true)
  await expect.poll(() => one.seen.failed).toBe(1)
  expect([one, other].map(({ seen }) => seen.shown.at(-1))).toEqual([false, false])
  expect(other.seen.failed).toBe(0)
})

test('marks that the page requested earlier do not undo a later press', async () => {
  const one = aControl('late')
  one.bookmark.request(true)
  await expect.poll(() => one.seen.done).toEqual([true])
  const late = aControl('late')
  late.bookmark.confirm(false)
  expect([one, late].map(({ seen }) => seen.shown.at(-1))).toEqual([true, true])
})

test('a control that was removed is no longer updated, and one that never joined is not kept', async () => {
  const one = aControl('left')
  const shown: boolean[] = []
  const leave = createBookmark('left', {
    show: isOn => shown.push(isOn),
    fail: () => undefined,
  }).join()
  one.bookmark.request(true)
  expect(shown).toEqual([true])
  leave()
  one.bookmark.request(false)
  expect(shown).toEqual([true])

  setFlagsFromString('--expose-gc')
  const collectGarbage = runInNewContext('gc') as () => void
  const rendered = new WeakRef(
    createBookmark('server', { show: () => undefined, fail: () => undefined }),
  )
  await new Promise(done => setTimeout(done))
  collectGarbage()
  expect(rendered.deref()).toBeUndefined()
})
