import { describe, expect, test } from 'vitest'
import {
  parseMasterCaptions,
  replaceMasterCaptions,
} from '#src/service/watching/ingest/master-captions.ts'
import { masterPlaylist } from '#src/service/watching/ingest/playlists.ts'
import { shiftCues } from '#src/service/watching/ingest/shift-cues.ts'

const bandwidth = { peak: 1_000, average: 900 }
const sound = { language: 'fa', title: 'فارسی', uri: 'audio-fa/index.m3u8', bandwidth, channels: 2 }
const groups = [
  { id: 'aud', codecs: 'mp4a.40.2', tracks: [sound] },
  { id: 'aud-surround', codecs: 'ac-3', tracks: [{ ...sound, uri: 'surround-fa/index.m3u8' }] },
]
const size = { width: 640, height: 360, frameRate: 25, codecs: 'avc1.64001e' }
const renditions = [{ uri: '360p/index.m3u8', bandwidth, ...size }]
const fa = { language: 'fa', title: 'فارسی', uri: 'captions/fa.m3u8' }
const en = { language: 'en', title: 'English', uri: 'captions/en.m3u8' }
const master = (...captions: (typeof fa)[]) => masterPlaylist({ renditions, groups, captions })

describe('captions of a playlist', () => {
  test('are those that were written', () => {
    expect(parseMasterCaptions(master(fa, en))).toEqual([fa, en])
    expect(parseMasterCaptions(master())).toEqual([])
  })

  test('are replaced as if they had been written that way', () => {
    for (const before of [[], [fa], [fa, en]])
      for (const after of [[], [en], [fa, en]])
        expect(replaceMasterCaptions(master(...before), after)).toBe(master(...after))
  })
})

describe('captions moved in time', () => {
  const vtt =
    'WEBVTT\n\n1\n00:01.000 --> 00:02.500 line:80%\nسلام\n\n00:59:58.900 --> 01:00:01.000\nBye\nbye\n'

  test('keep their settings, their text and their order', () => {
    expect(shiftCues(vtt, 1.25).text).toBe(
      'WEBVTT\n\n1\n00:00:02.250 --> 00:00:03.750 line:80%\nسلام\n\n01:00:00.150 --> 01:00:02.250\nBye\nbye\n',
    )
  })

  test('are at the next second if they are rounded up to it', () => {
    expect(shiftCues(vtt, 0.9996).text).toContain('00:00:02.000 --> 00:00:03.500')
  })

  test('begin at the start, or are removed and named, if they would precede it', () => {
    expect(shiftCues(vtt, -2).removed).toEqual([])
    expect(shiftCues(vtt, -2).text).toContain('1\n00:00:00.000 --> 00:00:00.500 line:80%\nسلام')
    const { text, removed } = shiftCues(vtt, -3)
    expect(removed).toEqual(['00:01.000 سلام'])
    expect(text).not.toContain('سلام')
    expect(text).toContain('00:59:55.900 --> 00:59:58.000')
  })

  test('are previewed from the first to the last one, with their times before and after', () => {
    const cue = (second: number) => `00:00:${second}.000 --> 00:00:${second}.500\nline ${second}`
    const seconds = Array.from({ length: 30 }, (_, at) => at + 10)
    const { preview } = shiftCues(`WEBVTT\n\n${seconds.map(cue).join('\n\n')}\n`, 2)
    expect(preview).toHaveLength(8)
    expect(preview[0]).toEqual({ text: 'line 10', before: '00:00:10.000', after: '00:00:12.000' })
    expect(preview[7]).toEqual({ text: 'line 39', before: '00:00:39.000', after: '00:00:41.000' })
    expect(new Set(preview.map(({ text }) => text)).size).toBe(8)
  })
})
