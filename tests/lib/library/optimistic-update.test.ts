import { expect, test } from 'vitest'
import { createOptimisticUpdate } from '#src/lib/library/optimistic-update.ts'

function aService() {
  const calls: Array<{ to: boolean; answer: (value: boolean) => void; reject: () => void }> = []
  const shown: boolean[] = []
  const failures: unknown[] = []
  const update = createOptimisticUpdate(false, {
    send: to =>
      new Promise((answer, reject) => {
        calls.push({ to, answer, reject: () => reject(new Error('lost line')) })
      }),
    show: value => shown.push(value),
    fail: error => failures.push(error),
  })
  return { update, calls, shown, failures }
}
const turn = () => new Promise(done => setImmediate(done))

test('a press is shown before the service answers', () => {
  const { update, shown, calls } = aService()
  update.request(true)
  expect(shown).toEqual([true])
  expect(calls.map(({ to }) => to)).toEqual([true])
})

test('ten presses send the first and then the last, and end in one state', async () => {
  const { update, shown, calls } = aService()
  for (let press = 1; press <= 10; press++) update.request(press % 2 === 1)
  expect(calls).toHaveLength(1)
  calls[0]?.answer(true)
  await turn()
  expect(calls.map(({ to }) => to)).toEqual([true, false])
  calls[1]?.answer(false)
  await turn()
  expect(calls).toHaveLength(2)
  expect(shown.at(-1)).toBe(false)
})

test('a failure reverts what was shown and is reported once', async () => {
  const { update, shown, calls, failures } = aService()
  update.request(true)
  calls[0]?.reject()
  await turn()
  expect(shown).toEqual([true, false])
  expect(failures).toHaveLength(1)
  update.request(true)
  calls[1]?.answer(true)
  await turn()
  expect(shown.at(-1)).toBe(true)
})

test('an update from the service does not undo a press that is being sent', async () => {
  const { update, shown, calls } = aService()
  update.request(true)
  update.confirm(false)
  expect(shown.at(-1)).toBe(true)
  calls[0]?.answer(true)
  await turn()
  update.confirm(false)
  expect(shown.at(-1)).toBe(false)
})
