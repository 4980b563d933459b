import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { escapeJson, escapeLine, escapeText, quoteText } from '#src/lib/text/visible.ts'
import { HOSTILE } from '#tests/support/hostile-texts.ts'

/** Characters that control a terminal, or that reorder or hide text. */
const UNSEEN = /(?![\n\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u

test.each([
  ['\u001b[31mred', '\\u{1b}[31mred'],
  ['\u001b]52;c;cGFyZGVo\u0007', '\\u{1b}]52;c;cGFyZGVo\\u{7}'],
  ['\u009b31m', '\\u{9b}31m'],
  ['a\rb\tc\u0000\u007f', 'a\\u{d}b\\u{9}c\\u{0}\\u{7f}'],
  ['\u202egnp.exe\u2066', '\\u{202e}gnp.exe\\u{2066}'],
  ['می‌خواهم', 'می‌خواهم'],
  ['tag\u{e0067}', 'tag\\u{e0067}'],
  ['two\nlines', 'two\nlines'],
])('%j is shown as %j', (text, shown) => {
  expect(escapeText(text)).toBe(shown)
})

test('a line stays one line', () => {
  expect(escapeLine('one\ntwo\u2028three')).toBe('one\\u{a}two\\u{2028}three')
})

describe('any input', () => {
  const anything = fc.oneof(fc.constantFrom(...HOSTILE), fc.string({ unit: 'binary' }))
  test('contains no control sequence when shown', () => {
    fc.assert(
      fc.property(anything, text => {
        expect(escapeText(text)).not.toMatch(UNSEEN)
        expect(escapeLine(text)).not.toMatch(/[\n\r]/)
        expect(quoteText(text)).not.toMatch(UNSEEN)
        expect(escapeJson({ text })).not.toMatch(UNSEEN)
      }),
    )
  })

  test('reads the same when parsed as JSON', () => {
    fc.assert(
      fc.property(anything, text => {
        expect(JSON.parse(escapeJson({ text }))).toEqual({
          text: text.toWellFormed() === text ? text : expect.any(String),
        })
      }),
    )
  })
})

test('a name is quoted, and a long one is cut between letters', () => {
  expect(quoteText('a"b')).toBe('"a\\"b"')
  expect(quoteText('😀'.repeat(100), 3)).toBe('"😀😀😀…"')
})
