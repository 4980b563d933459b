import type Hls from 'hls.js'
import { expect, test } from 'vitest'
import { hlsTracks, selectHlsCaptions, updateForcedCaptions } from '#src/lib/player/hls-tracks.ts'

const text = (lang: string, more = {}) => ({ lang, name: lang, forced: false, ...more })
const DESCRIPTION = 'public.accessibility.describes-video'
const SDH =
  'public.accessibility.transcribes-spoken-dialog,public.accessibility.describes-music-and-sound'

function aStream() {
  const stream = {
    audioTracks: [text('fa'), text('fa', { characteristics: DESCRIPTION }), text('en')],
    subtitleTracks: [
      text('fa'),
      text('fa', { characteristics: SDH }),
      text('fa', { forced: true }),
      text('en', { forced: true }),
    ],
    levels: [],
    audioTrack: 0,
    subtitleTrack: -1,
    subtitleDisplay: false,
  }
  return stream as unknown as Hls
}

test('kinds are those of the playlist, and forced captions are not listed', () => {
  const { audio, captions } = hlsTracks(aStream())
  expect(audio.map(({ kind }) => kind)).toEqual([undefined, 'description', undefined])
  expect(captions.map(({ id, kind }) => [id, kind])).toEqual([
    ['0', undefined],
    ['1', 'sdh'],
  ])
})

test('qualities are those of the playable codecs and ranges, by their indices', () => {
  const level = (height: number, codecSet: string, videoRange = 'SDR') => ({
    height,
    codecSet,
    videoRange,
    bitrate: height * 1_000,
  })
  const levels = [360, 720].flatMap(height => [
    level(height, 'avc1,mp4a'),
    level(height, 'avc1,ac-3'),
    level(height, 'hvc1,mp4a'),
    level(height, 'hvc1,mp4a', 'PQ'),
  ])
  const listed = (state: object) =>
    hlsTracks(Object.assign(aStream(), { levels, ...state })).qualities.map(
      ({ id, height }) => `${id} ${height}`,
    )
  // The state before a level is loaded.
  expect(listed({ loadLevel: -1, firstLevel: 0 })).toEqual(['0 360', '4 720'])
  expect(listed({ loadLevel: 5, firstLevel: 0 })).toEqual(['1 360', '5 720'])
  expect(listed({ loadLevel: 3, firstLevel: 0 })).toEqual(['3 360', '7 720'])
  expect(listed({ levels: [], loadLevel: -1, firstLevel: 0 })).toEqual([])
})

test('forced captions are shown in the language of the audio if no captions are chosen', () => {
  const stream = aStream()
  updateForcedCaptions(stream)
  expect(stream).toMatchObject({ subtitleTrack: 2, subtitleDisplay: true })
  stream.audioTrack = 2
  updateForcedCaptions(stream)
  expect(stream.subtitleTrack).toBe(3)
  selectHlsCaptions(stream, '1')
  stream.audioTrack = 0
  updateForcedCaptions(stream)
  expect(stream.subtitleTrack).toBe(1)
  selectHlsCaptions(stream, null)
  expect(stream.subtitleTrack).toBe(2)
})

test('without forced captions in that language none are shown', () => {
  const stream = aStream()
  stream.subtitleTracks.splice(2, 1)
  updateForcedCaptions(stream)
  expect(stream).toMatchObject({ subtitleTrack: -1, subtitleDisplay: false })
})
