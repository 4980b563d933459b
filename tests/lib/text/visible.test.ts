import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { quoted, visible, visibleJson, visibleLine } from '#src/lib/text/visible.ts'
import { HOSTILE } from '#tests/support/hostile-texts.ts'

/** What a terminal obeys, or what turns or hides text. */
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
  expect(visible(text)).toBe(shown)
})

test('a line stays a line', () => {
  expect(visibleLine('one\ntwo\u2028three')).toBe('one\\u{a}two\\u{2028}three')
})

describe('whatever is written', () => {
  const anything = fc.oneof(fc.constantFrom(...HOSTILE), fc.string({ unit: 'binary' }))
  test('nothing of it is obeyed', () => {
    fc.assert(
      fc.property(anything, text => {
        expect(visible(text)).not.toMatch(UNSEEN)
        expect(visibleLine(text)).not.toMatch(/[\n\r]/)
        expect(quoted(text)).not.toMatch(UNSEEN)
        expect(visibleJson({ text })).not.toMatch(UNSEEN)
      }),
    )
  })

  test('as JSON it is read as it was', () => {
    fc.assert(
      fc.property(anything, text => {
        expect(JSON.parse(visibleJson({ text }))).toEqual({
          text: text.toWellFormed() === text ? text : expect.any(String),
        })
      }),
    )
  })
})

test('a name is quoted, and cut where it is long, between letters', () => {
  expect(quoted('a"b')).toBe('"a\\"b"')
  expect(quoted('😀'.repeat(100), 3)).toBe('"😀😀😀…"')
})
