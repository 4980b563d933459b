import { describe, expect, test } from 'vitest'
import { audioTracks, bookTrack, captionTracks } from '#src/service/watching/ingest/file-tracks.ts'
import { trackKey } from '#src/service/watching/ingest/track-name.ts'
import { anAudioTrack, aTextTrack } from '#tests/support/probed-tracks.ts'

const sound = (...titles: string[]) =>
  audioTracks(['فارسی', ...titles].map(title => anAudioTrack({ language: 'fas', title })))
const captions = (...titles: string[]) =>
  captionTracks(titles.map(title => aTextTrack({ language: 'fas', title })))
const keysOf = ({ taken }: ReturnType<typeof audioTracks>) => taken.map(trackKey)

describe('the kind of a track by its title', () => {
  test.each([
    ['Audio Description', 'fa-description'],
    ['AD', 'fa-description'],
    ['توصیف صوتی', 'fa-description'],
    ['توضیحات صوتی', 'fa-description'],
    ['ویژهٔ نابینایان', 'fa-description'],
    ['Commentary with the cast', 'fa-commentary'],
    ['گفتار همراه', 'fa-commentary'],
    ['گفتار‌همراه', 'fa-commentary'],
    ['نظر كارگردان', 'fa-commentary'],
  ])('%s, for audio', (title, key) => {
    expect(keysOf(sound(title))).toEqual(['fa', key])
  })

  test.each([
    ['SDH', 'fa-sdh'],
    ['English [CC]', 'fa-sdh'],
    ['ویژهٔ ناشنوایان', 'fa-sdh'],
    ['كم‌شنوایان', 'fa-sdh'],
    ['Forced', 'fa-forced'],
    ['زیرنویس اجباری', 'fa-forced'],
    ['زیرنویس خودکار', 'fa'],
    ['Reinforced', 'fa'],
  ])('%s, for captions', (title, key) => {
    expect(captions(title).taken.map(trackKey)).toEqual([key])
  })
})

test('the kind of a track by its disposition counts before its title', () => {
  const track = anAudioTrack({ dispositions: ['visual_impaired'], title: 'Commentary' })
  expect(keysOf(audioTracks([anAudioTrack(), track]))).toEqual(['fa', 'fa-description'])
})

test('tracks that are left out are named by their number in the file', () => {
  expect(sound('دوبلهٔ دوم', 'گفتار همراه', 'صدای بازیگران').omitted).toEqual([
    { type: 'audio', reason: 'double', track: 2, codec: 'aac', language: 'fa' },
    {
      type: 'audio',
      reason: 'double',
      track: 4,
      codec: 'aac',
      language: 'fa',
      kind: 'commentary',
    },
  ])
  expect(captions('', 'SDH', 'CC').omitted).toEqual([
    {
      type: 'captions',
      reason: 'double',
      track: 3,
      codec: 'subrip',
      language: 'fa',
      kind: 'sdh',
    },
  ])
})

test('an audio book has its first track, and all others are named', () => {
  const streams = [anAudioTrack(), anAudioTrack(), anAudioTrack()]
  const { taken, omitted } = bookTrack(streams, [{ track: 2, language: 'en' }])
  expect(taken.map(trackKey)).toEqual(['fa'])
  expect(omitted).toMatchObject([
    { reason: 'one_track', track: 2, language: 'en' },
    { reason: 'one_track', track: 3, language: 'fa' },
  ])
})

test('a track that cannot be decoded is named, and the next one becomes the main track', () => {
  const broken = { language: 'fas', codec: 'apac', fault: 'ffmpeg does not know its codec' }
  const streams = [anAudioTrack(broken), anAudioTrack({ language: 'eng', title: 'Commentary' })]
  const { taken, omitted } = audioTracks(streams)
  expect(taken).toMatchObject([{ track: 2, language: 'en' }])
  expect(taken[0]?.kind).toBeUndefined()
  expect(omitted).toMatchObject([
    { reason: 'undecodable', track: 1, codec: 'apac', language: 'fa', detail: broken.fault },
  ])
  expect(omitted[0]).not.toHaveProperty('isNamed')
  const named = audioTracks(streams, [{ track: 1, language: 'fa' }])
  expect(named.omitted).toMatchObject([{ reason: 'undecodable', isNamed: true }])
})

test('an operator leaves a track out', () => {
  const streams = [anAudioTrack({ language: 'fas' }), anAudioTrack({ language: 'fas' })]
  const { taken, omitted } = audioTracks(streams, [{ track: 1, isUnwanted: true }])
  expect(taken).toMatchObject([{ track: 2, language: 'fa' }])
  expect(omitted).toMatchObject([{ reason: 'unwanted', track: 1 }])
})

test('two regions of a language are two tracks, and the one without a region keeps the language', () => {
  const languages = ['pt-BR', 'por', 'pt-PT', 'pt-PT']
  const { taken, omitted } = audioTracks(languages.map(language => anAudioTrack({ language })))
  expect(taken.map(({ track, language }) => [track, language])).toEqual([
    [1, 'pt-BR'],
    [2, 'pt'],
    [3, 'pt-PT'],
  ])
  expect(omitted).toMatchObject([{ reason: 'double', track: 4 }])
})

test('a language that is stated comes before one that is assumed', () => {
  const languages = ['zxx', '', 'fa-IR', 'eng']
  const { taken, omitted } = audioTracks(languages.map(language => anAudioTrack({ language })))
  expect(taken.map(({ track, language }) => [track, language])).toEqual([
    [3, 'fa'],
    [4, 'en'],
  ])
  expect(omitted).toMatchObject([
    { reason: 'double', track: 1 },
    { reason: 'double', track: 2 },
  ])
})

test('tracks that may be the channels of one sound are named as such', () => {
  const track = { channels: 1, codec: 'pcm_s24le' }
  const { taken, omitted } = audioTracks([anAudioTrack(track), anAudioTrack(track), anAudioTrack()])
  expect(taken.map(it => it.track)).toEqual([1])
  expect(omitted).toMatchObject([
    { track: 2, reason: 'double', detail: expect.stringContaining('channels of one sound') },
    { track: 3, reason: 'double' },
  ])
  expect(omitted[1]).not.toHaveProperty('detail')
})

test('captions that are pictures are named with their kind', () => {
  const bitmap = { codec: 'hdmv_pgs_subtitle', language: 'fas', dispositions: ['forced'] }
  const { taken, omitted } = captionTracks([aTextTrack(bitmap), aTextTrack({ language: 'en-GB' })])
  expect(taken).toMatchObject([{ track: 2, language: 'en' }])
  expect(omitted).toEqual([
    {
      type: 'captions',
      reason: 'bitmap',
      track: 1,
      codec: 'hdmv_pgs_subtitle',
      language: 'fa',
      kind: 'forced',
    },
  ])
})
