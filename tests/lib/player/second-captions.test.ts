import { expect, test } from 'vitest'
import { captionPlaylistUrl, parseVtt, segmentUrls } from '#src/lib/player/second-captions.ts'

const URL_OF_MASTER = 'https://cdn.example/media/s/token/demo/master.m3u8'
const MASTER = `#EXTM3U
#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="aud",NAME="English",LANGUAGE="en",URI="audio-en/index.m3u8"
#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="sub",NAME="English, SDH",LANGUAGE="en",URI="captions/en.m3u8"
#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="sub",NAME="فارسی",LANGUAGE="fa",URI="/other/fa.m3u8"
#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="sub",NAME="broken",LANGUAGE="de"
`

test('the playlist of a language is the one of its captions, with the token of the master', () => {
  expect(captionPlaylistUrl(MASTER, URL_OF_MASTER, 'en')).toBe(
    'https://cdn.example/media/s/token/demo/captions/en.m3u8',
  )
  expect(captionPlaylistUrl(MASTER.replaceAll('\n', '\r\n'), URL_OF_MASTER, 'fa')).toBe(
    'https://cdn.example/other/fa.m3u8',
  )
  for (const language of ['de', 'fr', '', '.*'])
    expect(captionPlaylistUrl(MASTER, URL_OF_MASTER, language)).toBeNull()
})

test('segments are read in order', () => {
  const playlist = '#EXTM3U\r\n#EXTINF:6,\r\na.vtt\r\n\r\n#EXTINF:6,\r\nb.vtt\r\n#EXT-X-ENDLIST'
  expect(segmentUrls(playlist, 'https://cdn.example/c/en.m3u8')).toEqual([
    'https://cdn.example/c/a.vtt',
    'https://cdn.example/c/b.vtt',
  ])
})

test('cues have their times and lines, and invalid ones are dropped', () => {
  const vtt = `\uFEFFWEBVTT - title

NOTE
01:00.000 is no cue

1
00:00:01.000 --> 00:00:03.900 line:80%
first
second

61:05.250 --> 61:06.000
<i>third</i>

00:00:07.000 --> 00:00:08.000

00:xx:09.000 --> 00:00:10.000
fourth`
  expect(parseVtt(vtt)).toEqual([
    { start: 1, end: 3.9, text: 'first\nsecond' },
    { start: 3665.25, end: 3666, text: '<i>third</i>' },
  ])
  expect(parseVtt(vtt.replaceAll('\n', '\r\n'))).toEqual(parseVtt(vtt))
  expect(parseVtt('')).toEqual([])
})
