import { describe, expect, test } from 'vitest'
import { encoderUrlProblem } from '#src/service/watching/live/encoder.ts'
import { findNewSegments, type Last } from '#src/service/watching/live/new-segments.ts'
import { mediaPlaylist } from '#src/service/watching/live/playlists.ts'
import type { Segment } from '#src/service/watching/live/segments.queries.ts'
import {
  parseMediaPlaylist,
  parseMultivariant,
} from '#src/service/watching/live/source-playlists.ts'

const BASE = 'https://encoder.example.com/tv/master.m3u8?key=secret'
const NOW = new Date('2026-03-21T09:30:00Z')
const EPOCH = new Date(0)

describe('a multivariant playlist', () => {
  const text = [
    '#EXTM3U',
    '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="fa",LANGUAGE="fa",URI="audio/fa.m3u8?key=secret"',
    '#EXT-X-MEDIA:TYPE=CLOSED-CAPTIONS,GROUP-ID="cc",NAME="CC",INSTREAM-ID="CC1"',
    '#EXT-X-SESSION-DATA:DATA-ID="x",URI="https://encoder.example.com/data.json"',
    '#EXT-X-CONTENT-STEERING:SERVER-URI="https://encoder.example.com/steer"',
    '#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=1,URI="https://encoder.example.com/iframes.m3u8"',
    '#EXT-X-STREAM-INF:BANDWIDTH=900000,CODECS="avc1.64001f,mp4a.40.2",AUDIO="a"',
    '720p.m3u8',
    '',
    '#EXT-X-STREAM-INF:BANDWIDTH=300000,CODECS="avc1.64001e,mp4a.40.2",AUDIO="a"',
    'https://other.example.com/360p.m3u8',
    '#EXT-X-STREAM-INF:BANDWIDTH=900000,AUDIO="a"',
    '720p.m3u8',
  ].join('\r\n')

  test('names our playlists, and nothing of the encoder', () => {
    const { manifest, renditions, codecs } = parseMultivariant(text, BASE)
    expect(renditions).toEqual([
      { name: 'r0', url: 'https://encoder.example.com/tv/audio/fa.m3u8?key=secret' },
      { name: 'r1', url: 'https://encoder.example.com/tv/720p.m3u8' },
      { name: 'r2', url: 'https://other.example.com/360p.m3u8' },
    ])
    expect(manifest).not.toMatch(/example\.com|secret|720p/)
    expect(manifest.match(/^r1\/index\.m3u8$/gm)).toHaveLength(2)
    expect(manifest).toContain('URI="r0/index.m3u8"')
    expect(manifest).toContain('INSTREAM-ID="CC1"')
    expect(codecs).toEqual(['avc1.64001f', 'mp4a.40.2', 'avc1.64001e'])
  })

  test.each([
    ['a page', '<html></html>', /not an HLS playlist/],
    [
      'one of a DRM system',
      '#EXTM3U\n#EXT-X-SESSION-KEY:METHOD=SAMPLE-AES,URI="skd://k"\n#EXT-X-STREAM-INF:BANDWIDTH=1\na.m3u8',
      /encrypted/,
    ],
    ['one without streams', '#EXTM3U\n#EXT-X-VERSION:6', /lists no stream/],
    [
      'one with too many',
      `#EXTM3U\n${Array.from({ length: 21 }, (_, n) => `#EXT-X-STREAM-INF:BANDWIDTH=1\n${n}.m3u8`).join('\n')}`,
      /more than 20/,
    ],
  ])('%s is rejected', (_, given, message) => {
    expect(() => parseMultivariant(given, BASE)).toThrow(message)
  })
})

describe('a media playlist', () => {
  test('has absolute addresses, ranges and times', () => {
    const text = [
      '#EXTM3U',
      '#EXT-X-TARGETDURATION:6',
      '#EXT-X-MEDIA-SEQUENCE:7',
      '#EXT-X-MAP:URI="init.mp4",BYTERANGE="800@0"',
      '#EXT-X-PROGRAM-DATE-TIME:2026-03-21T13:00:00.000+03:30',
      '#EXTINF:6.006,',
      '#EXT-X-BYTERANGE:1000@800',
      'all.mp4?key=1',
      '#EXT-X-DISCONTINUITY',
      '#EXTINF:4,',
      'b.m4s',
    ].join('\n')
    const { targetSeconds, hasEnded, segments } = parseMediaPlaylist(text, BASE)
    expect({ targetSeconds, hasEnded }).toEqual({ targetSeconds: 6, hasEnded: false })
    expect(segments[0]).toMatchObject({
      url: 'https://encoder.example.com/tv/all.mp4?key=1',
      range: { start: 800, end: 1_799 },
      sequence: 7,
      seconds: 6.006,
      at: NOW,
      init: { url: 'https://encoder.example.com/tv/init.mp4', range: { start: 0, end: 799 } },
    })
    expect(segments[1]).toMatchObject({ sequence: 8, range: null, isDiscontinuity: true })
  })

  test.each([
    [
      'an encrypted one',
      '#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXT-X-KEY:METHOD=AES-128,URI="k"\n#EXTINF:6,\na.ts',
      /encrypted/,
    ],
    ['one without a target duration', '#EXTM3U\n#EXTINF:6,\na.ts', /EXT-X-TARGETDURATION/],
    ['nothing', '', /not an HLS playlist/],
  ])('%s is rejected', (_, given, message) => {
    expect(() => parseMediaPlaylist(given, BASE)).toThrow(message)
  })

  test.each([
    'METHOD=SAMPLE-AES,URI="skd://k",KEYFORMAT="com.apple.streamingkeydelivery"',
    'METHOD=SAMPLE-AES-CTR,KEYFORMAT="urn:uuid:edef8ba9-79d6-4ace-a3c8-27dcd51d21ed",URI="data:text/plain;base64,AA=="',
    'METHOD=SAMPLE-AES,KEYFORMAT="com.microsoft.playready",URI="data:text/plain;base64,AA=="',
  ])('with the key %s is rejected', key => {
    const text = `#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXT-X-KEY:${key}\n#EXTINF:6,\na.ts`
    expect(() => parseMediaPlaylist(text, BASE)).toThrow('encrypted')
  })

  test('with METHOD=NONE is unencrypted', () => {
    const text = '#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXT-X-KEY:METHOD=NONE\n#EXTINF:6,\na.ts'
    expect(parseMediaPlaylist(text, BASE).segments).toHaveLength(1)
  })
})

type Listed = { from: number; count: number; prefix?: string; breakAt?: number; dated?: Date }

function listed({ from, count, prefix = 's', breakAt, dated }: Listed) {
  const lines = ['#EXTM3U', '#EXT-X-TARGETDURATION:6', `#EXT-X-MEDIA-SEQUENCE:${from}`]
  for (let at = from; at < from + count; at++) {
    if (at === breakAt) lines.push('#EXT-X-DISCONTINUITY')
    if (at === from && dated) lines.push(`#EXT-X-PROGRAM-DATE-TIME:${dated.toISOString()}`)
    lines.push('#EXTINF:6,', `${prefix}${at}.ts`)
  }
  return parseMediaPlaylist(lines.join('\n'), BASE)
}

const seconds = (count: number) => new Date(NOW.getTime() + count * 1_000)
const last: Last = {
  sequence: 40,
  discontinuities: 2,
  startsAt: seconds(-12),
  seconds: 6,
  sourceSequence: 9,
  sourceUri: '/tv/s9.ts',
}
const shape = (
  playlist: Parameters<typeof findNewSegments>[0],
  before: Last | null,
  since = EPOCH,
) =>
  findNewSegments(playlist, before, { now: NOW, since }).map(
    ({ source, sequence, discontinuities, startsAt }) => [
      source.sequence,
      sequence,
      discontinuities,
      (startsAt.getTime() - NOW.getTime()) / 1_000,
    ],
  )

describe('new segments: the encoder’s number, ours, discontinuities, seconds from now', () => {
  test.each<[string, Listed, Last | null, number[][]]>([
    [
      'the first ones count back from now',
      { from: 3, count: 2 },
      null,
      [
        [3, 1, 0, -12],
        [4, 2, 0, -6],
      ],
    ],
    ['recorded segments are left out', { from: 8, count: 3 }, last, [[10, 41, 2, -6]]],
    ['a playlist that is some seconds old', { from: 5, count: 4 }, last, []],
    ['a very old playlist', { from: 0, count: 5 }, last, []],
    [
      'a playlist that is some seconds old by the encoder’s clock',
      { from: 8, count: 1, dated: seconds(-18) },
      last,
      [],
    ],
    [
      'a lower number with a later time',
      { from: 8, count: 1, dated: seconds(-6) },
      last,
      [[8, 41, 3, -6]],
    ],
    [
      'a lower number after nothing came for longer than the playlist lasts',
      { from: 5, count: 4 },
      { ...last, startsAt: seconds(-60) },
      [
        [5, 41, 3, -24],
        [6, 42, 3, -18],
        [7, 43, 3, -12],
        [8, 44, 3, -6],
      ],
    ],
    ['no segment is new', { from: 7, count: 3 }, last, []],
    [
      'the encoder started again from zero',
      { from: 0, count: 2 },
      last,
      [
        [0, 41, 3, -12],
        [1, 42, 3, -6],
      ],
    ],
    [
      'the encoder started again and passed the number',
      { from: 8, count: 3, prefix: 'other' },
      last,
      [
        [8, 41, 3, -18],
        [9, 42, 3, -12],
        [10, 43, 3, -6],
      ],
    ],
    ['segments were missed', { from: 12, count: 1 }, last, [[12, 41, 3, -6]]],
    [
      'the encoder announces a discontinuity',
      { from: 9, count: 3, breakAt: 11 },
      last,
      [
        [10, 41, 2, -6],
        [11, 42, 3, 0],
      ],
    ],
    [
      'the encoder’s clock is right',
      { from: 10, count: 1, dated: seconds(-9) },
      last,
      [[10, 41, 2, -9]],
    ],
    [
      'the encoder’s clock is wrong',
      { from: 10, count: 1, dated: seconds(-9_000) },
      last,
      [[10, 41, 2, -6]],
    ],
  ])('%s', (_, playlist, before, expected) => {
    expect(shape(listed(playlist), before)).toEqual(expected)
  })

  test('segments before the window are left out', () => {
    const found = shape(listed({ from: 0, count: 3 }), null, seconds(-7))
    expect(found).toEqual([
      [1, 1, 0, -12],
      [2, 2, 0, -6],
    ])
  })

  test('a segment stays the same if its query changes', () => {
    const same = { ...listed({ from: 9, count: 1 }) }
    for (const segment of same.segments) segment.url += '?token=2'
    expect(shape(same, last)).toEqual([])
  })
})

test('the playlist for viewers has dates, discontinuities, gaps and initialisation sections at their changes', () => {
  const row = (sequence: number, part: Partial<Segment> = {}): Segment => ({
    channelId: 'c',
    rendition: 'r0',
    sequence,
    discontinuities: 1,
    seconds: 6,
    bytes: 1,
    startsAt: seconds(sequence * 6),
    file: `1-${sequence}.m4s`,
    initFile: 'init-a.mp4',
    isMissing: false,
    sourceSequence: sequence,
    sourceUri: '/s',
    ...part,
  })
  const rows = [
    row(5),
    row(6, { isMissing: true }),
    row(7, { discontinuities: 2, initFile: 'init-b.mp4' }),
  ]
  expect(mediaPlaylist(rows, 6, 'https://cdn/r0/').trimEnd().split('\n')).toEqual([
    '#EXTM3U',
    '#EXT-X-VERSION:8',
    '#EXT-X-TARGETDURATION:6',
    '#EXT-X-MEDIA-SEQUENCE:5',
    '#EXT-X-DISCONTINUITY-SEQUENCE:1',
    '#EXT-X-MAP:URI="https://cdn/r0/init-a.mp4"',
    '#EXT-X-PROGRAM-DATE-TIME:2026-03-21T09:30:30.000Z',
    '#EXTINF:6.000,',
    'https://cdn/r0/1-5.m4s',
    '#EXT-X-GAP',
    '#EXTINF:6.000,',
    'https://cdn/r0/1-6.m4s',
    '#EXT-X-DISCONTINUITY',
    '#EXT-X-MAP:URI="https://cdn/r0/init-b.mp4"',
    '#EXT-X-PROGRAM-DATE-TIME:2026-03-21T09:30:42.000Z',
    '#EXTINF:6.000,',
    'https://cdn/r0/1-7.m4s',
  ])
})

test.each([
  ['https://encoder.example.com/tv.m3u8', false, null],
  ['http://encoder.example.com/tv.m3u8', false, null],
  ['http://10.0.0.7/tv.m3u8', false, /--private/],
  ['http://localhost/tv.m3u8', false, /--private/],
  ['http://[::1]/tv.m3u8', false, /--private/],
  ['http://10.0.0.7/tv.m3u8', true, null],
  ['http://169.254.169.254/latest', true, /link-local/],
  ['http://[fe80::1]/tv.m3u8', true, /link-local/],
  ['http://[::ffff:169.254.169.254]/latest', true, /link-local/],
  ['http://[::ffff:a9fe:a9fe]/latest', true, /link-local/],
  ['http://me:secret@encoder.example.com/tv.m3u8', true, /password/],
  ['rtmp://encoder.example.com/tv', true, /is not an http or https URL/],
  ['file:///etc/passwd', true, /is not an http or https URL/],
  ['tv.m3u8', false, /is not an http or https URL/],
] as const)('%s, private: %s', (url, isPrivate, problem) => {
  const found = encoderUrlProblem({ url, isPrivate })
  if (problem === null) expect(found).toBeNull()
  else expect(found).toMatch(problem)
})
