import { expect, test } from 'vitest'
import { fieldErrorText } from '#src/lib/i18n/field-error.ts'
import { getT } from '#src/lib/i18n/i18n.ts'

const fa = getT('fa')
const en = getT('en')

test('a field error given as a pair is translated with its parameters and the field name', () => {
  expect(fieldErrorText(en, 'password', ['validation.minLength', { length: 8 }])).toBe(
    'Password minimum 8 characters',
  )
  expect(fieldErrorText(fa, 'name', ['validation.minLength', { length: 2 }])).toBe(
    'نام حداقل ۲ نویسه',
  )
})

test('a key without parameters is translated with the field name', () => {
  expect(fieldErrorText(en, 'title', 'validation.required')).toBe('Subject is required.')
  expect(fieldErrorText(en, 'msisdn', 'validation.mobile')).toBe(
    'Mobile number format is incorrect.',
  )
})

test('an unknown key still names the invalid field', () => {
  expect(fieldErrorText(en, 'email', 'nonsense')).toBe('Email is not valid.')
  expect(fieldErrorText(en, 'shoe_size', 'nonsense')).toBe('shoe_size is not valid.')
})

test('a result code of the service is shown with the text of its response', () => {
  expect(fieldErrorText(en, 'pin', 'errors.wrong_pin', 'The PIN is incorrect.')).toBe(
    'The PIN is incorrect.',
  )
  expect(fieldErrorText(en, 'title', 'validation.required', 'Please check the form.')).toBe(
    'Subject is required.',
  )
})
