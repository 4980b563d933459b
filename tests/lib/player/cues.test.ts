import { describe, expect, test } from 'vitest'
import { captionDirection, cueLines, cuesAt, mergeCues } from '#src/lib/player/cues.ts'

const cue = (start: number, end: number, text: string) => ({ start, end, text })

describe('captions', () => {
  test('a cue is active from its start until just before its end', () => {
    const cues = [cue(1, 3, 'الف'), cue(2, 4, 'ب')]
    expect(cuesAt(cues, 0.99)).toEqual([])
    expect(cuesAt(cues, 2).map(it => it.text)).toEqual(['الف', 'ب'])
    expect(cuesAt(cues, 3).map(it => it.text)).toEqual(['ب'])
  })

  test('a cue that is repeated in two segments is kept once, and cues are sorted by time', () => {
    const merged = mergeCues([cue(5, 6, 'ب')], [cue(5, 6, 'ب'), cue(1, 2, 'الف'), cue(1, 2, 'الف')])
    expect(merged.map(it => it.text)).toEqual(['الف', 'ب'])
    expect(mergeCues(merged, [cue(5, 6, 'ب')])).toBe(merged)
  })

  test('italic, bold and underline become styles, and other tags are dropped', () => {
    expect(cueLines('<v نگار><i>سلام</i> دنیا</v>\n<c.loud>بلند</c>')).toEqual([
      [{ text: 'سلام', italic: true }, { text: ' دنیا' }],
      [{ text: 'بلند' }],
    ])
  })

  test('entities are decoded, and decoded markup stays text', () => {
    expect(cueLines('a &lt;b&gt; &amp; c &unknown;')).toEqual([[{ text: 'a <b> & c &unknown;' }]])
  })

  test('a style continues on the next line, and ends where it is closed', () => {
    expect(cueLines('<i>خط یک\nخط</i> دو')).toEqual([
      [{ text: 'خط یک', italic: true }],
      [{ text: 'خط', italic: true }, { text: ' دو' }],
    ])
  })

  test('signs that are no tags are shown as they are written', () => {
    expect(cueLines('قیمت < ۱۰۰ و > ۵۰ <3 <گفت>')).toEqual([
      [{ text: 'قیمت < ۱۰۰ و > ۵۰ <3 <گفت>' }],
    ])
  })

  test('numeric references are decoded, and impossible ones are text', () => {
    expect(cueLines('می&zwnj;رود &#39;&#x6F1;&#0;&#x110000;')).toEqual([
      [{ text: "می\u200cرود '۱&#0;&#x110000;" }],
    ])
  })

  test('Arabic letters become Persian ones in a Persian track only', () => {
    expect(cueLines('كتاب علي', 'fa-IR')).toEqual([[{ text: 'کتاب علی' }]])
    expect(cueLines('كتاب علي', 'ar')).toEqual([[{ text: 'كتاب علي' }]])
  })

  test('a megabyte of less-than signs is one span', () => {
    const text = '<b '.repeat(350_000)
    expect(cueLines(text)).toEqual([[{ text }]])
  })

  test('lines are right to left in a language that is written so, whatever letter they begin with', () => {
    for (const language of ['fa', 'fa-IR', 'ar', 'ckb', 'ur', 'he', 'ku-Arab'])
      expect(captionDirection(language)).toBe('rtl')
    for (const language of ['en', 'ku', 'far', 'arn', undefined])
      expect(captionDirection(language)).toBe('auto')
  })
})
