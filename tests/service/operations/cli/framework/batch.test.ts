import { expect, test } from 'vitest'
import { batchItems, performItems } from '#src/service/operations/cli/framework/batch.ts'
import { ArgumentsError, UsageError } from '#src/service/operations/cli/framework/errors.ts'
import {
  batchField,
  integerField,
  repeatedField,
} from '#src/service/operations/cli/framework/fields.ts'
import { defineAction } from '#src/service/operations/cli/framework/noun.ts'

const number = integerField('N', 'a number', { to: 9 })
const run = async () => ({ data: null, print: [] })
const items = [1, 2, 3].map(n => ({ name: String(n), input: { n } }))

test('an action runs once for each different value of its batch field', () => {
  const args = { n: batchField(number, n => `no. ${n}`) }
  const action = defineAction({ summary: '', args, effect: 'changes', run })
  expect(batchItems({ action, input: { n: [1, 2, 1], close: true } })).toEqual([
    { name: 'no. 1', input: { n: 1, close: true } },
    { name: 'no. 2', input: { n: 2, close: true } },
  ])
})

test('an action with another repeated field gets the whole list', () => {
  const args = { n: repeatedField(number) }
  const action = defineAction({ summary: '', args, effect: 'changes', run })
  expect(batchItems({ action, input: { n: [1, 2] } })).toEqual([])
})

test('a refused item and an unexpected fault are named, and the other items are done', async () => {
  const faults: unknown[] = []
  const fault = new TypeError('The bank closed the connection')
  const perform = async ({ n }: Record<string, unknown>) => {
    if (n === 1) throw new UsageError('There is no ticket 1.')
    if (n === 2) throw fault
    return { data: n, print: [`Ticket ${n} is completed.`] }
  }
  const result = await performItems(items, { perform, onFault: error => void faults.push(error) })
  expect(result).toMatchObject({
    data: {
      done: [3],
      failed: [
        { item: '1', message: 'There is no ticket 1.' },
        { item: '2', message: expect.stringMatching(/^It stopped: .*closed the connection/) },
      ],
    },
    isIncomplete: true,
  })
  expect(result.print).toEqual([
    '1: There is no ticket 1.',
    expect.stringMatching(/^2: It stopped: /),
    'Ticket 3 is completed.',
    '1 of 3 done.',
  ])
  expect(faults).toEqual([fault])
})

test('a call that is wrong for every item ends at the first one', async () => {
  const tried: unknown[] = []
  const perform = async ({ n }: Record<string, unknown>) => {
    tried.push(n)
    throw new ArgumentsError('Give the answer.')
  }
  await expect(performItems(items, { perform, onFault: () => undefined })).rejects.toThrow(
    'Give the answer.',
  )
  expect(tried).toEqual([1])
})
