import { expect, test } from 'vitest'
import { dayField, moment } from '#src/service/operations/cli/framework/dates.ts'
import {
  choiceField,
  integerField,
  optional,
} from '#src/service/operations/cli/framework/fields.ts'

test('an error about a day or a moment begins with the name of the option', () => {
  expect(() => dayField('DAY', '').read('1404-12-30', '--from')).toThrow(
    '--from cannot be "1404-12-30": ',
  )
  expect(() => moment('TIME', '').read('soon', '--at')).toThrow('--at cannot be "soon": ')
})

test('an integer is read in Latin and Persian digits, and has limits', () => {
  const days = integerField('N', '', { to: 30 })
  expect([days.read('7', '--days'), days.read('۷', '--days')]).toEqual([7, 7])
  for (const wrong of ['0', '31', '1.5', '-1', '', 'x', '1e1'])
    expect(() => days.read(wrong, '--days'), wrong).toThrow(
      `--days cannot be "${wrong}": write a whole number from 1 to 30.`,
    )
})

test('a choice lists the possible values', () => {
  const order = choiceField('ORDER', 'the order', ['new', 'old'])
  expect(order.text).toBe('the order: new, old')
  expect(() => order.read('none', '--order')).toThrow(
    '--order cannot be "none": write one of new, old.',
  )
})

test('an optional value has a default', () => {
  const count = integerField('N', '', { to: 9 })
  expect([optional(count).fallback, optional(count, 5).fallback]).toEqual([null, 5])
})
