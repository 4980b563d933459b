import { describe, expect, test } from 'vitest'
import { readCaptions } from '#src/service/watching/ingest/cue-formats/read-captions.ts'
import { isTtml, ttmlSeconds } from '#src/service/watching/ingest/cue-formats/ttml.ts'
import { writeWebVtt } from '#src/service/watching/ingest/cue-formats/write-webvtt.ts'
import { IngestError } from '#src/service/watching/ingest/ingest-error.ts'

const file = (body: string, attributes = '', head = '') => `<?xml version="1.0" encoding="UTF-8"?>
<!-- made by hand -->
<tt xmlns="http://www.w3.org/ns/ttml" xmlns:tts="http://www.w3.org/ns/ttml#styling"
  xmlns:ttp="http://www.w3.org/ns/ttml#parameter" xml:lang="fa" ${attributes}>
  ${head}
  <body><div>${body}</div></body>
</tt>`
const read = (text: string) =>
  readCaptions({ bytes: new TextEncoder().encode(text), name: 'film.ttml', language: 'fa' })
const ttmlToVtt = (text: string) => writeWebVtt(read(text).cues, 'en')
const cues = (text: string) =>
  text
    .split('\n\n')
    .slice(1)
    .map(it => it.trim())

describe('TTML', () => {
  test('is recognised by its XML, whatever the prefix', () => {
    expect(isTtml(file(''))).toBe(true)
    expect(isTtml('\ufeff<tt:tt xmlns:tt="http://www.w3.org/ns/ttml"/>')).toBe(true)
    expect(isTtml('WEBVTT\n\n00:01.000 --> 00:02.000\n<tt>no</tt>')).toBe(false)
    expect(isTtml('1\n00:00:01,000 --> 00:00:02,000\nx')).toBe(false)
    expect(isTtml('<ttx/>')).toBe(false)
  })

  test.each([
    ['01:02:03.5', 3_723.5],
    ['00:00:01:15', 1.6],
    ['00:00:01:15.1', 1.62],
    ['90.5s', 90.5],
    ['1500ms', 1.5],
    ['2m', 120],
    ['1h', 3_600],
    ['50f', 2],
    ['30t', 3],
  ])('has the time %s', (time, seconds) => {
    const clock = { frameRate: 25, subFrames: 2, tickRate: 10 }
    expect(ttmlSeconds(time, clock)).toBeCloseTo(seconds, 6)
  })

  test.each(['1', '00:01', 'soon', '-1s', ''])('has no time "%s"', time => {
    const clock = { frameRate: 25, subFrames: 1, tickRate: 1 }
    expect(ttmlSeconds(time, clock)).toBeNull()
  })

  test('becomes cues in their order, with breaks and entities, without indentation', () => {
    const text = file(`
      <p begin="4s" dur="2s">Later &amp; &lt;shown&gt;</p>
      <p begin="00:00:01.000" end="00:00:02.500">
        سلام
        دنیا<br/>خط دوم
      </p>
      <p begin="6s" end="7s">   </p>
      <p>never</p>`)
    expect(cues(ttmlToVtt(text))).toEqual([
      '00:00:01.000 --> 00:00:02.500\nسلام دنیا\nخط دوم',
      '00:00:04.000 --> 00:00:06.000\nLater &amp; &lt;shown&gt;',
    ])
  })

  test('keeps italic, bold and underlined text, by style and by attribute', () => {
    const styles = '<style xml:id="slanted" tts:fontStyle="italic"/>'
    const text = file(
      `<p begin="1s" end="2s">a <span style="slanted">b</span> <span tts:fontWeight="bold">c</span></p>
       <p begin="3s" end="4s" tts:textDecoration="underline">d</p>
       <p begin="5s" end="6s" tts:textDecoration="noUnderline">e</p>`,
      '',
      `<head><styling>${styles}</styling></head>`,
    )
    expect(cues(ttmlToVtt(text)).map(cue => cue.split('\n')[1])).toEqual([
      'a <i>b</i> <b>c</b>',
      '<u>d</u>',
      'e',
    ])
  })

  test('counts times from the parent element, and ends with it', () => {
    const text = file(`<div begin="10s" end="20s">
      <p begin="1s" dur="2s">a</p><p begin="8s" end="30s">b</p>
      <p begin="4s"><span begin="0s" dur="1s">c</span><span begin="1s" dur="1s">d</span></p>
    </div>`)
    expect(cues(ttmlToVtt(text))).toEqual([
      '00:00:11.000 --> 00:00:13.000\na',
      '00:00:14.000 --> 00:00:15.000\nc',
      '00:00:15.000 --> 00:00:16.000\nd',
      '00:00:18.000 --> 00:00:20.000\nb',
    ])
  })

  test('counts frames and ticks as its header says', () => {
    const frames = 'ttp:frameRate="24" ttp:frameRateMultiplier="1000 1001"'
    expect(cues(ttmlToVtt(file('<p begin="24f" end="00:00:02:06">a</p>', frames)))).toEqual([
      '00:00:01.001 --> 00:00:02.250\na',
    ])
    const ticks = 'ttp:tickRate="10000000"'
    expect(cues(ttmlToVtt(file('<p begin="15000000t" end="2s">a</p>', ticks)))).toEqual([
      '00:00:01.500 --> 00:00:02.000\na',
    ])
  })

  test('names the cues that have no time, and those without a text', () => {
    const text = file(`<p begin="1s" end="2s">a</p>
      <p begin="soon" end="2s">b</p>
      <p begin="3s" end="4s"/>
      <p>c</p>`)
    expect(read(text).omissions).toEqual([
      { line: 7, reason: 'no_time', text: 'b' },
      { line: 8, reason: 'empty', text: '' },
      { line: 9, reason: 'no_time', text: 'c' },
    ])
  })

  test.each([
    ['a truncated file', '<tt><body><div><p begin="1s" end="2s">a'],
    ['other XML', '<html/>'],
    ['not XML', 'nothing'],
    ['empty', ''],
    ['an invalid time', file('<p begin="soon" end="2s">a</p>')],
  ])('that is %s is refused', (_, text) => {
    expect(() => ttmlToVtt(text)).toThrow(IngestError)
  })
})
