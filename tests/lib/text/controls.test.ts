import { expect, test } from 'vitest'
import { plainBody, plainLine } from '#src/lib/text/controls.ts'

test('a line has no control characters and no lone surrogates', () => {
  expect(plainLine('one\ttwo\r\nthree\u0000\u0085four\ud800')).toBe('one two three four\ufffd')
})

test('a body keeps its lines and indentation', () => {
  const body = {
    text: 'one\r\n\ttwo\u000b\u001b[0m',
    list: ['a\u0000', 1, null, true],
    at: { b: '' },
  }
  expect(plainBody(body)).toEqual({
    text: 'one\r\n\ttwo[0m',
    list: ['a', 1, null, true],
    at: { b: '' },
  })
})
