import { readdirSync, readFileSync } from 'node:fs'
import { runInThisContext } from 'node:vm'
import { describe, expect, test } from 'vitest'
import { parseVtt } from '#src/lib/player/second-captions.ts'
import { decodeText } from '#src/service/platform/text/decode-text.ts'
import { orderCues } from '#src/service/watching/ingest/cue-formats/cue.ts'
import {
  parseCaptions,
  readCaptions,
} from '#src/service/watching/ingest/cue-formats/read-captions.ts'
import { writeWebVtt } from '#src/service/watching/ingest/cue-formats/write-webvtt.ts'
import { IngestError } from '#src/service/watching/ingest/ingest-error.ts'
import { randomFrom, seedOfRun } from '#tests/support/fuzz/random.ts'

const read = (text: string, name = 'film.srt', language = 'fa') =>
  readCaptions({ bytes: new TextEncoder().encode(text), name, language })
const cue = (text: string, times = '00:00:01,000 --> 00:00:02,000') => `1\n${times}\n${text}\n`
const textOf = (text: string) => read(cue(text)).cues.map(it => it.text)
const timesOf = (times: string) => read(cue('x', times)).cues.map(({ start, end }) => [start, end])

describe('times', () => {
  test.each([
    '00:00:01,000 --> 00:00:02,000',
    '00:00:01.000 -> 00:00:02.000',
    '00:00:01,0—>00:00:02,0',
    '00:00:01:000 → 00:00:02:000',
    '00: 00: 01,000 -> 00: 00: 02,000',
    '00 : 00 : 01 , 000 --> 00 : 00 : 02 , 000',
    '00:00:01,000 --&gt; 00:00:02,000',
    '00:00:01,000 -- 00:00:02,000',
    '00:00:01.00,00:00:02.00',
    '۰۰:۰۰:۰۱٫۰۰۰ --> ۰۰:۰۰:۰۲٫۰۰۰',
    '٠٠:٠٠:٠١،٠٠٠ --> ٠٠:٠٠:٠٢،٠٠٠',
    '\u200f00:00:01,000 \u200e--> 00:00:02,000',
    '0:0:1 --> 0:0:2',
    '00:01 --> 00:02',
    '00:01.0000 --> 00:02.000000',
    '  00:00:01,000\t-->\t00:00:02,000  ',
    '00:00:01,000 --> 00:00:02,000 X1:1 X2:2 Y1:3 Y2:4',
  ])('are understood in %s', times => {
    expect(timesOf(times)).toEqual([[1, 2]])
  })

  test('with fractions of one to three digits', () => {
    expect(timesOf('00:00:01,5 --> 00:00:03,05')).toEqual([[1.5, 3.05]])
    expect(timesOf('01:02:03.25 --> 100:00:00.001')).toEqual([[3_723.25, 360_000.001]])
  })

  test('before 0 begin at 0', () => {
    expect(timesOf('-00:00:01,000 --> 00:00:02,000')).toEqual([[0, 2]])
    expect(() => timesOf('-00:00:02,000 --> -00:00:01,000')).toThrow(/film\.srt:2/)
  })

  test('in a text are text', () => {
    const said = 'ساعت\n12:30 - 14:00 کلاس است.\n12:30 می\u200cآیم.\nx -> y'
    expect(textOf(said)).toEqual([said.replace('>', '&gt;')])
  })

  test('that cannot be read leave the cue out, with its line', () => {
    const captions = read(
      `${cue('یک')}\n2\n00:00:xx,000 --> 00:00:06,000\nدو\n\n3\n00:00:07,000 --> 00:00:08,000\nسه`,
    )
    expect(captions.cues.map(({ text }) => text)).toEqual(['یک', 'سه'])
    expect(captions.omissions).toEqual([
      { line: 6, reason: 'no_time', text: '00:00:xx,000 --> 00:00:06,000 دو' },
    ])
  })
})

describe('text', () => {
  test.each([
    ['قیمت < ۱۰۰ و > ۵۰', 'قیمت &lt; ۱۰۰ و &gt; ۵۰'],
    ['AT&T &amp; R&D &copy; &#1587; &unknown;', 'AT&amp;T &amp; R&amp;D © س &amp;unknown;'],
    ['<i>یک\nدو</i> <b>سه', '<i>یک\nدو</i> <b>سه</b>'],
    ['<i>a<b>b</i>c</b>', '<i>a<b>b</b></i><b>c</b>'],
    ['<em>a</em><strong>b</strong></u>', '<i>a</i><b>b</b>'],
    ['<font\ncolor="red">سلام</font>', 'سلام'],
    ['<i></i>a<u> </u>', 'a'],
    ['<خنده> [<music>]', '&lt;خنده&gt; [&lt;music&gt;]'],
    ['{\\an8\\i1}بالا{\\i0} {x} \\h ok', '<i>بالا</i> {x}   ok'],
    ['C:\\Nima C:\\home', 'C:\\Nima C:\\home'],
    ['a --> b', 'a --&gt; b'],
    ['a\u2028b&#10;&#10;c\u0007', 'a\nb\nc'],
    ['كتاب علي ﻻ', 'کتاب علی لا'],
  ])('%s', (source, markup) => {
    expect(textOf(source)).toEqual([markup])
  })

  test('of other languages keeps its letters', () => {
    expect(read(cue('كتاب علي'), 'film.srt', 'ar').cues[0]?.text).toBe('كتاب علي')
  })
})

describe('SubRip', () => {
  test('may have a blank line after each line', () => {
    const source =
      '1\n\n00:00:01,000 --> 00:00:02,000\n\nیک\n\n\n2\n\n00:00:03,000 --> 00:00:04,000\n\nدو'
    expect(read(source).cues.map(({ text }) => text)).toEqual(['یک', 'دو'])
  })

  test('may have no numbers, and numbers as text', () => {
    const source = '00:00:01,000 --> 00:00:02,000\n1985\n\n00:00:03,000 --> 00:00:04,000\n\n24\n'
    expect(read(source).cues.map(({ text }) => text)).toEqual(['1985', '24'])
  })

  test('may have text on the line of the times', () => {
    expect(timesOf('00:00:01,000 --> 00:00:02,000 سلام بر تو')).toEqual([[1, 2]])
    expect(read('00:00:01,000 --> 00:00:02,000 سلام بر تو').cues[0]?.text).toBe('سلام بر تو')
  })

  test('is sorted by time', () => {
    const source = `${cue('دو', '00:00:05,000 --> 00:00:06,000')}\n${cue('یک')}`
    expect(read(source).cues.map(({ text }) => text)).toEqual(['یک', 'دو'])
  })
})

describe('WebVTT', () => {
  const vtt = (text: string) => read(text, 'film.vtt')

  test('keeps its cues around styles, regions and comments, and nothing of those', () => {
    const captions = vtt(`WEBVTT Kind: captions

REGION
id:top

00:01.000 --> 00:02.000 region:top line:80% align:start
یک

STYLE
::cue(i) {

  color: red;
}

NOTE
2
00:02.000 --> 00:03.000
پنهان

name
00:04.000 --> 00:05.000
NOTE دو

سه
NOTE
STYLE
::cue {}
00:06.000 --> 00:07.000
چهار`)
    expect(captions.cues.map(({ text, settings }) => [text, settings])).toEqual([
      ['یک', 'line:80% align:start'],
      ['NOTE دو\nسه\nNOTE\nSTYLE\n::cue {}', undefined],
      ['چهار', undefined],
    ])
    expect(captions.omissions.map(({ line, reason }) => [line, reason])).toEqual([[17, 'comment']])
  })

  test('may be joined from segments that repeat a cue', () => {
    const segment =
      'WEBVTT\nX-TIMESTAMP-MAP=MPEGTS:0,LOCAL:00:00:00.000\n\n00:01.000 --> 00:02.000\nیک\n\n'
    const captions = vtt(segment + segment)
    expect(captions.cues).toHaveLength(1)
    expect(captions.omissions.map(({ reason }) => reason)).toEqual(['repeated'])
  })

  test('keeps voices, classes and languages, and drops times within the text', () => {
    const source =
      'WEBVTT\n\n00:01.000 --> 00:02.000\n<v.x علی & نگار><c.red>a</c> <lang en>b</lang> <00:01.500>c'
    expect(vtt(source).cues[0]?.text).toBe('<v علی &amp; نگار><c.red>a</c> <lang en>b</lang> c</v>')
  })
})

describe('ASS', () => {
  const ass = (...events: string[]) =>
    read(
      `[Script Info]\n[Events]\nFormat: Layer, Start, End, Style, Text\n${events.join('\n')}`,
      'film.ass',
    )

  test('keeps text with commas and styles, without overrides', () => {
    const { cues } = ass(
      'Dialogue: 0,0:00:01.00,0:00:02.50,Default,{\\i1}سلام{\\i0}, {\\pos(1,2)\\b700}دوم{\\r}\\Nسوم\\h{note}<چهار>',
      'Dialogue: 0,0:00:03.00,0:00:04.00,Default,{\\p1}m 0 0{\\p0}متن',
    )
    expect(cues.map(({ text }) => text)).toEqual([
      '<i>سلام</i>, <b>دوم</b>\nسوم &lt;چهار&gt;',
      'متن',
    ])
  })

  test('names what it cannot show', () => {
    const { omissions } = ass(
      'Dialogue: 0,0:00:01.00,0:00:02.50,Default,a',
      'Dialogue: 0,soon,0:00:02.50,Default,b',
      'Dialogue: 0,0:00:01.00,0:00:02.50,Default,{\\an8}',
    )
    expect(omissions.map(({ line, reason }) => [line, reason])).toEqual([
      [5, 'no_time'],
      [6, 'empty'],
    ])
  })
})

test.each([
  ['film.srt', ''],
  ['film.srt', 'سلام\nدنیا'],
  ['film.sub', '{1}{25}سلام'],
  ['film.vtt', 'WEBVTT\n\nNOTE nothing'],
  ['film.ttml', `<tt><body>${'<div>'.repeat(60_000)}</body></tt>`],
])('%s without captions is refused by its name', (name, text) => {
  expect(() => read(text, name)).toThrow(IngestError)
  expect(() => read(text, name)).toThrow(name)
})

const MEGABYTE = 1_000_000
const HOSTILE: [name: string, unit: string, start?: string][] = [
  ['line breaks', '\n'],
  ['carriage returns', '\r'],
  ['spaces', ' '],
  ['XML and line breaks', '\n', '<?xml version="1.0"?>'],
  ['comments', '<!---->'],
  ['nested elements', '<div>', '<tt><body>'],
  ['elements without an end', '<a b="c" ', '<tt>'],
  ['attributes', ' a=""', '<tt'],
  ['tags', '<i><b>', cue('')],
  ['opened tags', '<v a', cue('')],
  ['less-than signs', '<', cue('')],
  ['braces', '{\\', cue('')],
  ['ampersands', '&', cue('')],
  ['references', '&#1', cue('')],
  ['arrows', '-->', '1\n'],
  ['times', '00:', '1\n'],
  ['halves of times', '00:00:01,000 -', '1\n'],
  ['digits', '1', '1\n'],
  ['numbers', '1\n', cue('')],
  ['marks of direction', '\u200f', cue('')],
  ['styles', 'STYLE {\n\n', 'WEBVTT\n\n'],
  ['comments of WebVTT', 'NOTE --> \n', 'WEBVTT\n\n'],
  ['cells', ',', '[Events]\nDialogue: '],
  ['NULs', '\0'],
]

/** A quadratic reader takes minutes or hours, a linear one a fraction of a second. */
const LIMIT_MS = 30_000

describe('one megabyte of', () => {
  test.each(HOSTILE)('%s does not hold the process', (_, unit, start = '') => {
    const source = start + unit.repeat(MEGABYTE / unit.length)
    const readAll = () => {
      for (const name of ['film.srt', 'film.vtt'])
        try {
          orderCues(parseCaptions(source, name))
        } catch (error) {
          expect(error).toBeInstanceOf(IngestError)
        }
    }
    // Only the limit of a script can end a function that never returns.
    Object.assign(globalThis, { readAll })
    runInThisContext('readAll()', { timeout: LIMIT_MS })
  })
})

/** Seconds that were written and read again may differ in the last bit. */
function inMilliseconds(cues: readonly { start: number; end: number; text: string }[]) {
  const whole = (seconds: number) => Math.round(seconds * 1_000)
  return cues.map(({ start, end, text }) => ({ start: whole(start), end: whole(end), text }))
}

test('mutated captions are read, or refused, without losing a cue silently', () => {
  const seed = seedOfRun()
  const { whole: below, pick } = randomFrom(seed)
  const folder = 'tests/cases/captions'
  const files = readdirSync(folder).map(name => ({
    name,
    bytes: readFileSync(`${folder}/${name}`),
  }))
  const pieces = [
    '\n',
    '\r\n\r\n',
    '<',
    '>',
    '&',
    '{\\',
    '}',
    '-->',
    '\ufeff',
    '\0',
    '12:30',
    '۱',
    'STYLE',
    'NOTE',
  ]
  const strict = /^(?:\d\d:)?\d\d:\d\d[,.]\d{3} --> (?:\d\d:)?\d\d:\d\d[,.]\d{3}/
  for (let round = 0; round < 2_000; round++) {
    const { name, bytes } = pick(files)
    let mutated = Buffer.from(bytes)
    for (let change = below(6); change >= 0; change--) {
      const at = below(mutated.length)
      const [before, after] = [mutated.subarray(0, at), mutated.subarray(at + below(4))]
      const added = pick([
        Buffer.from(pick(pieces)),
        Buffer.of(below(256)),
        bytes.subarray(below(bytes.length)).subarray(0, below(80)),
        Buffer.of(),
      ])
      mutated = Buffer.concat([before, added, after])
    }
    const message = `seed ${seed}, round ${round}, ${name}: ${mutated.toString('base64')}`
    const { text } = decodeText(mutated, { language: 'fa' })
    let captions: ReturnType<typeof parseCaptions>
    try {
      captions = orderCues(parseCaptions(text, name))
    } catch (error) {
      expect(error, message).toBeInstanceOf(IngestError)
      continue
    }
    const lines = text.replace(/[\ufeff\0]/g, '').split(/\r+\n|[\r\n]/)
    const written = name.endsWith('.ass') ? 0 : lines.filter(line => strict.test(line)).length
    const { cues, omissions } = captions
    const named = omissions.filter(({ reason }) => reason !== 'before_first_cue').length
    expect(cues.length + named, message).toBeGreaterThanOrEqual(written)
    expect(inMilliseconds(parseVtt(writeWebVtt(cues, 'en'))), message).toEqual(inMilliseconds(cues))
  }
  console.info(`captions were mutated with seed ${seed}`)
})
