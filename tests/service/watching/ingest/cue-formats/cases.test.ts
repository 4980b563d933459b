import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { cueLines } from '#src/lib/player/cues.ts'
import { parseVtt } from '#src/lib/player/second-captions.ts'
import { readCaptions } from '#src/service/watching/ingest/cue-formats/read-captions.ts'
import { writeWebVtt } from '#src/service/watching/ingest/cue-formats/write-webvtt.ts'

const FOLDER = 'tests/cases/captions'

type Right = {
  /** Times in seconds, and what a viewer reads. */
  cues: [start: number, end: number, text: string][]
  /** Lines and reasons. */
  omitted?: [line: number, reason: string][]
  badLines?: number[]
  encoding?: string
}

const TWO: Right['cues'] = [
  [1, 3, 'سلام، خوش آمدید.'],
  [4, 6, 'این زیرنویس درست است.'],
]
const RIGHT: Record<string, Right> = {
  'c01-stray-byte.srt': { cues: [...TWO, [7, 9, 'www.example.test \ufffd 2026']], badLines: [11] },
  'c02-cut-letter.srt': {
    cues: [
      [1, 3, 'سلام، خوش آمدید.'],
      [4, 6, 'این زیرنویس درست است\ufffd'],
    ],
    badLines: [7],
  },
  'c03-blank-inside.srt': {
    cues: [
      [1, 3, 'خط یک\nخط دو'],
      [4, 6, 'خط سه'],
    ],
  },
  'c04-no-blank.srt': {
    cues: [
      [1, 3, 'یک'],
      [4, 6, 'دو'],
      [7, 9, 'سه'],
    ],
  },
  'c05-cr-only.srt': { cues: TWO },
  'c06-crcrlf.srt': { cues: TWO },
  'c07-short-fraction.srt': {
    cues: [
      [1.5, 3.5, 'یک و نیم'],
      [4.25, 6.5, 'دو'],
    ],
  },
  'c08-persian-digits.srt': {
    cues: [
      [1, 3, 'سلام'],
      [4, 6, 'خداحافظ'],
    ],
  },
  'c09-end-before-start.srt': {
    cues: [[5, 7, 'درست']],
    omitted: [
      [2, 'ends_early'],
      [6, 'ends_early'],
    ],
  },
  'c10-signs.srt': {
    cues: [
      [1, 3, 'Tom & Jerry <3 5 < 6 > 4'],
      [4, 6, '<<سلام>> & <گفت>'],
    ],
  },
  'c11-tags.srt': {
    cues: [
      [1, 3, 'بالا'],
      [4, 6, '_خط یک_\n_خط دو_'],
      [7, 9, '*جا*\nدوم'],
    ],
  },
  'c12-entities.vtt': {
    cues: [
      [1, 3, 'می\u200cرود \'بله\' … café "x"'],
      [4, 6, 'سلام زرد'],
    ],
  },
  'c13-bom-inside.srt': { cues: [...TWO, [7, 9, 'س']] },
  'c14-drawing.ass': {
    cues: [
      [4, 6, 'سـلام\nخط دو سه'],
      [9, 10, 'تابلو'],
    ],
    omitted: [
      [12, 'drawing'],
      [16, 'repeated'],
    ],
  },
  'c15-named.txt': { cues: TWO },
  'c16-cp1256.srt': { cues: [[1, 3, 'کتاب خوبی بود؟ پنج چیز']], encoding: 'windows-1256' },
  'c17-utf16.srt': { cues: TWO, encoding: 'utf-16le' },
  'c18-coords.srt': {
    cues: [
      [1, 3, 'سلام'],
      [4, 6, 'دو'],
    ],
  },
  'c19-leading-junk.srt': { cues: [[1, 3, 'سلام']], omitted: [[1, 'before_first_cue']] },
  'c20-number-text.srt': {
    cues: [
      [1, 3, '1985'],
      [7, 9, '24'],
    ],
    omitted: [[6, 'empty']],
  },
  'c21-arrow.srt': {
    cues: [
      [1, 3, 'یک'],
      [4, 6, 'دو'],
      [7, 9, 'سه'],
    ],
  },
  'c22-tsmap.vtt': {
    cues: [
      [1, 3, 'سلام'],
      [4, 6, 'دو'],
    ],
  },
  'c23-space-blank.srt': { cues: TWO },
  'c24-br.srt': { cues: [[1, 3, 'یک\nدو\nسه \u00a0چهار<']] },
  'c25-rtl-marks.srt': {
    cues: [
      [1, 3, '\u202bسلام علی!\u202c'],
      [4, 6, '- Tom آمد.\n- نه، John رفت!'],
      [7, 9, '.سلام علی'],
      [10, 12, 'Google یک شرکت است (۲۰۲۶).'],
    ],
  },
  'c30-player.srt': {
    cues: [
      [1, 3, 'Google یک شرکت است (۲۰۲۶).\n- Tom آمد.'],
      [4, 6, '_خط یک_\n_خط دو_'],
      [7, 9, 'قیمت < ۱۰۰ و > ۵۰'],
      [10, 12, 'سلام\n12:30 می\u200cآیم.'],
    ],
  },
  'c31-style-in-middle.vtt': {
    cues: [
      [1, 3, 'یک'],
      [4, 6, 'دو'],
    ],
  },
}

/** Returns what the player shows, with _italic_ and *bold* text. */
function shownText(markup: string): string {
  const signOf = ({ italic, bold }: { italic?: boolean; bold?: boolean }) =>
    italic ? '_' : bold ? '*' : ''
  return cueLines(markup)
    .map(spans => spans.map(it => `${signOf(it)}${it.text}${signOf(it)}`).join(''))
    .join('\n')
}

test('every case has a right value', () => {
  expect(readdirSync(FOLDER).sort()).toEqual(Object.keys(RIGHT).sort())
})

test.each(Object.entries(RIGHT))('%s is shown as its author meant it', (name, right) => {
  const bytes = readFileSync(`${FOLDER}/${name}`)
  const read = readCaptions({ bytes, name, language: 'fa' })
  const shown = parseVtt(writeWebVtt(read.cues, 'en'))
  expect(shown.map(({ start, end, text }) => [start, end, shownText(text)])).toEqual(right.cues)
  expect(read.omissions.map(({ line, reason }) => [line, reason])).toEqual(right.omitted ?? [])
  expect(read.badLines).toEqual(right.badLines ?? [])
  expect(read.encoding).toBe(right.encoding ?? 'utf-8')
})

test('a line of a Persian track that begins with a Latin word is marked for players that judge it by that', () => {
  const bytes = readFileSync(`${FOLDER}/c30-player.srt`)
  const { cues } = readCaptions({ bytes, name: 'c30-player.srt', language: 'fa' })
  const linesOf = (language: string) =>
    parseVtt(writeWebVtt(cues, language)).flatMap(({ text }) => text.split('\n'))
  const latin = linesOf('en').filter(line => /^\P{L}*[a-z]/iu.test(line.replaceAll(/<[^>]*>/g, '')))
  expect(latin.length).toBeGreaterThan(0)
  expect(linesOf('fa')).toEqual(
    linesOf('en').map(line => (latin.includes(line) ? `\u200f${line}` : line)),
  )
})
