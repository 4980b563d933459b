import { expect, test } from 'vitest'
import { isRightToLeft, markRightToLeft } from '#src/lib/text/direction.ts'

test.each([
  ['fa', true],
  ['ckb-IR', true],
  ['pa-Arab', true],
  ['en', false],
  ['far', false],
] as const)('%s is written from right to left: %s', (language, isRight) => {
  expect(isRightToLeft(language)).toBe(isRight)
})

test.each([
  ['WhatsApp بدهید.', '\u200fWhatsApp بدهید.'],
  ['<i>Titanic</i> را دیدی؟', '\u200f<i>Titanic</i> را دیدی؟'],
  ['سلام.\nOK، رفتم.', 'سلام.\n\u200fOK، رفتم.'],
  ['۱۲ نفر', '۱۲ نفر'],
  ['- سلام', '- سلام'],
  ['\u202aOK\u202c', '\u202aOK\u202c'],
  ['&amp; سلام', '&amp; سلام'],
  ['♪', '♪'],
])('%j becomes %j', (text, marked) => {
  expect(markRightToLeft(text)).toBe(marked)
})
