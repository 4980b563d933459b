import { describe, expect, test } from 'vitest'
import { readAudioSource, readSource } from '#src/service/watching/ingest/source.ts'
import { aFile, anAudioTrack, aTextTrack, aVideoTrack } from '#tests/support/probed-tracks.ts'

const COVER = { codec: 'mjpeg', packets: 1, end: 0, picture: { width: 3_000, height: 3_000 } }
const pictureOf = (part: Parameters<typeof aVideoTrack>[0]) =>
  readSource(aFile([aVideoTrack(part)])).video

describe('a recording of several programmes', () => {
  const [nasim, one] = [
    { number: 7, name: 'Nasim' },
    { number: 9, name: '' },
  ]
  const file = aFile([
    aVideoTrack({ programs: [nasim], picture: { width: 720, height: 576 } }),
    anAudioTrack({ programs: [nasim], language: 'fas' }),
    aVideoTrack({ programs: [one] }),
    anAudioTrack({ programs: [nasim, one], language: 'eng' }),
    aTextTrack({ programs: [nasim], language: 'fas' }),
    anAudioTrack({ programs: [one], language: 'fas' }),
  ])

  test('has the one with the largest pictures, and the others are named', () => {
    const { video, audio, captions, omitted } = readSource(file)
    expect(video).toMatchObject({ index: 2, program: one })
    expect(audio.map(({ index, language }) => [index, language])).toEqual([
      [3, 'en'],
      [5, 'fa'],
    ])
    expect(captions).toEqual([])
    expect(omitted).toMatchObject(
      (['video', 'audio', 'captions'] as const).map(type => ({
        type,
        track: 1,
        reason: 'other_program',
        program: nasim,
      })),
    )
  })

  test('has one whose pictures can be decoded', () => {
    const tracks = file.tracks.map(it => (it.index === 2 ? { ...it, fault: 'scrambled' } : it))
    const { video, omitted } = readSource(aFile(tracks))
    expect(video.program).toEqual(nasim)
    expect(omitted).toMatchObject([
      { type: 'video', track: 2, reason: 'other_program', program: one },
      { type: 'audio', track: 3, reason: 'other_program', program: one },
    ])
  })
})

test('a clock that begins below 0 does not shorten a file', () => {
  const times = { start: -50, end: 10 }
  expect(readSource(aFile([aVideoTrack(times), anAudioTrack(times)]))).toMatchObject({
    start: -50,
    duration: 60,
  })
})

describe('the pictures of a film', () => {
  test('are neither a cover nor the smaller of two tracks', () => {
    const file = aFile([
      aVideoTrack({ ...COVER, dispositions: ['attached_pic'] }),
      aVideoTrack(COVER),
      aVideoTrack({ picture: { width: 640, height: 360 } }),
      aVideoTrack(),
      anAudioTrack(),
    ])
    const { video, cover, omitted } = readSource(file)
    expect(video).toMatchObject({ index: 3, track: 4, width: 1920 })
    expect(cover).toBe(0)
    expect(omitted).toEqual([{ type: 'video', track: 3, codec: 'h264', reason: 'other_pictures' }])
  })

  test('may be motion JPEG', () => {
    expect(pictureOf({ codec: 'mjpeg' })).toMatchObject({ codec: 'mjpeg' })
    expect(() => readSource(aFile([aVideoTrack(COVER)]))).toThrow(/no video/)
  })

  test('are the first that can be decoded', () => {
    const broken = { codec: 'wxyz', fault: 'ffmpeg does not know its codec' }
    const { video, omitted } = readSource(aFile([aVideoTrack(broken), aVideoTrack()]))
    expect(video.track).toBe(2)
    expect(omitted).toMatchObject([{ type: 'video', track: 1, reason: 'undecodable' }])
    expect(() => readSource(aFile([aVideoTrack(broken)]))).toThrow(/pictures \(wxyz\).*its codec/)
  })

  test.each([
    ['60 as stated', { picture: { frameRate: 60 } }, 60],
    ['every other one of 120', { packets: 7_200, picture: { frameRate: 120 } }, 60],
    [
      'every other one of 119.88',
      { packets: 7_193, picture: { frameRate: 119.88 } },
      60_000 / 1_001,
    ],
    ['every third of 144', { packets: 8_640, picture: { frameRate: 144 } }, 48],
    ['as many as there are, if the clock is stated', { picture: { frameRate: 90_000 } }, 25],
    ['as many as there are, if none is stated', { picture: { frameRate: 0 } }, 25],
    ['23.976 as a rounded number', { picture: { frameRate: 23.98 } }, 24_000 / 1_001],
  ])('of a second are %s', (_, part, rate) => {
    expect(pictureOf(part).frameRate).toBe(rate)
  })

  test('are upright and square', () => {
    const wide = { width: 720, height: 576, pixelRatio: 64 / 45 }
    expect(pictureOf({ picture: wide })).toMatchObject({ width: 1024, height: 576 })
    const turned = { width: 1920, height: 1080, rotation: -90 }
    expect(pictureOf({ picture: turned })).toMatchObject({ width: 1080, height: 1920 })
  })
})

describe('the length of a film', () => {
  test('is that of its pictures, wherever they begin', () => {
    const tracks = [
      aVideoTrack({ start: 3_600, end: 3_660 }),
      anAudioTrack({ start: 3_601, end: 3_665 }),
      aTextTrack({ start: 3_600, end: 3_690 }),
    ]
    const source = readSource(aFile(tracks, { duration: 3_690 }))
    expect(source).toMatchObject({ start: 3_600, duration: 60 })
    expect(source.audio).toMatchObject([{ start: 3_601, end: 3_665 }])
  })

  test('is known without a duration', () => {
    expect(readSource(aFile([aVideoTrack()], { duration: null })).duration).toBe(60)
  })

  test('must be that of the file', () => {
    const short = aFile([aVideoTrack({ end: 30 }), anAudioTrack({ end: 30 })])
    expect(() => readSource(short)).toThrow(
      'The file states a duration of 00:01:00.000 but ends at 00:00:30.000: it is damaged',
    )
    const longSound = aFile([aVideoTrack({ end: 30 }), anAudioTrack()])
    expect(readSource(longSound).duration).toBe(30)
  })
})

test('a film whose only sound cannot be decoded is refused, unless the operator leaves it out', () => {
  const file = aFile([aVideoTrack(), anAudioTrack({ codec: 'apac', fault: 'no decoder' })])
  expect(() => readSource(file)).toThrow(/audio track 1 \(apac\): no decoder.*--audio 1=none/)
  expect(readSource(file, [{ track: 1, isUnwanted: true }]).audio).toEqual([])
  expect(readSource(aFile([aVideoTrack()])).audio).toEqual([])
})

describe('an audio book', () => {
  test('may have pictures of chapters, of which the first is the cover', () => {
    const pictures = aVideoTrack({ codec: 'png', packets: 120 })
    const file = aFile([anAudioTrack({ end: 59 }), pictures])
    expect(readAudioSource(file)).toMatchObject({ cover: 1, duration: 59 })
  })

  test('is not a film', () => {
    const file = aFile([anAudioTrack(), aVideoTrack()])
    expect(() => readAudioSource(file)).toThrow(/contains a video/)
    expect(() => readAudioSource(aFile([aTextTrack()]))).toThrow(/no sound/)
  })
})
