import { expect, test } from 'vitest'
import { z } from 'zod'
import { fieldErrors } from '#src/service/platform/http/validation.ts'

const schema = z.strictObject({
  name: z.string().min(1),
  count: z.number(),
  list: z.array(z.object({ id: z.string() })).optional(),
})
const errorsOf = (input: unknown) => {
  const { error } = schema.safeParse(input)
  return error ? fieldErrors(error, input) : null
}

test('a missing, null or empty value is required', () => {
  const required = 'validation.required'
  expect(errorsOf({})).toEqual({ name: required, count: required })
  expect(errorsOf({ name: null, count: null })).toEqual({ name: required, count: required })
  expect(errorsOf({ name: '', count: 1 })).toEqual({ name: required })
  expect(errorsOf(undefined)).toEqual({ body: required })
})

test('a value of the wrong type is invalid, not required', () => {
  const invalid = 'validation.invalid'
  expect(errorsOf({ name: 5, count: '5' })).toEqual({ name: invalid, count: invalid })
  expect(errorsOf({ name: ['a'], count: 1, list: [{ id: false }, {}] })).toEqual({
    name: invalid,
    'list.0.id': invalid,
    'list.1.id': 'validation.required',
  })
  for (const body of ['text', 5, []]) expect(errorsOf(body)).toEqual({ body: invalid })
})

test('a missing choice is required, and an unknown choice is invalid', () => {
  const choices = z.object({
    one: z.enum(['a', 'b']),
    exactly: z.literal('yes'),
    either: z.union([z.number(), z.boolean()]),
    way: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('card') }),
      z.object({ kind: z.literal('debit') }),
    ]),
  })
  const told = (input: unknown) => {
    const { error } = choices.safeParse(input)
    return error && fieldErrors(error, input)
  }
  const all = (message: string, way: string) => ({
    one: message,
    exactly: message,
    either: message,
    [way]: message,
  })
  expect(told({})).toEqual(all('validation.required', 'way'))
  expect(told({ one: null, exactly: null, either: null, way: {} })).toEqual(
    all('validation.required', 'way.kind'),
  )
  expect(told({ one: 'c', exactly: 'no', either: 'x', way: { kind: 'cash' } })).toEqual(
    all('validation.invalid', 'way.kind'),
  )
})
