import { describe, expect, test } from 'vitest'
import { cueLines, cuesAt, mergeCues } from '#src/lib/player/cues.ts'

const cue = (start: number, end: number, text: string) => ({ start, end, text })

describe('captions', () => {
  test('a cue is active from its start until just before its end', () => {
    const cues = [cue(1, 3, 'الف'), cue(2, 4, 'ب')]
    expect(cuesAt(cues, 0.99)).toEqual([])
    expect(cuesAt(cues, 2).map(it => it.text)).toEqual(['الف', 'ب'])
    expect(cuesAt(cues, 3).map(it => it.text)).toEqual(['ب'])
  })

  test('a cue that two segments repeat is kept once, and cues are sorted by time', () => {
    const merged = mergeCues([cue(5, 6, 'ب')], [cue(5, 6, 'ب'), cue(1, 2, 'الف'), cue(1, 2, 'الف')])
    expect(merged.map(it => it.text)).toEqual(['الف', 'ب'])
    expect(mergeCues(merged, [cue(5, 6, 'ب')])).toBe(merged)
  })

  test('italic, bold and underline become styles, other tags are dropped', () => {
    expect(cueLines('<v نگار><i>سلام</i> دنیا</v>\n<c.loud>بلند</c>')).toEqual([
      [{ text: 'سلام', italic: true }, { text: ' دنیا' }],
      [{ text: 'بلند' }],
    ])
  })

  test('entities are decoded, and decoded markup stays text', () => {
    expect(cueLines('a &lt;b&gt; &amp; c &unknown;')).toEqual([[{ text: 'a <b> & c &unknown;' }]])
  })
})
