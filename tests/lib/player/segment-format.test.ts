import { expect, test } from 'vitest'
import { detectSegmentFormat } from '#src/lib/player/segment-format.ts'

const MASTER = `#EXTM3U
#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=1000,URI="i.m3u8"
#EXT-X-STREAM-INF:BANDWIDTH=800000\r
360p/index.m3u8?key=1\r
#EXT-X-STREAM-INF:BANDWIDTH=400000
240p/index.m3u8
`
const FMP4 = '#EXTM3U\n#EXT-X-MAP:URI="init.mp4"\n#EXTINF:4,\nseg0.m4s\n'
const TS = '#EXTM3U\n#EXTINF:4,\nseg0.ts\n'
const URL_OF_MASTER = 'https://media.example/titles/a/master.m3u8'
const URL_OF_VARIANT = 'https://media.example/titles/a/360p/index.m3u8?key=1'

function textsOf(texts: Record<string, string>) {
  return async (url: string) => {
    if (texts[url] === undefined) throw new Error(url)
    return texts[url]
  }
}

test.each([
  ['fmp4', FMP4],
  ['ts', TS],
] as const)('the first rendition shows that the segments are %s', async (format, playlist) => {
  const texts = textsOf({ [URL_OF_MASTER]: MASTER, [URL_OF_VARIANT]: playlist })
  expect(await detectSegmentFormat(URL_OF_MASTER, texts)).toBe(format)
})

test('a media playlist is read directly', async () => {
  expect(await detectSegmentFormat(URL_OF_MASTER, textsOf({ [URL_OF_MASTER]: TS }))).toBe('ts')
})

test('a stream that cannot be read counts as fMP4', async () => {
  expect(await detectSegmentFormat(URL_OF_MASTER, textsOf({}))).toBe('fmp4')
  expect(await detectSegmentFormat(URL_OF_MASTER, textsOf({ [URL_OF_MASTER]: MASTER }))).toBe(
    'fmp4',
  )
})
