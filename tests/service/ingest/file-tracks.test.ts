import { describe, expect, test } from 'vitest'
import { audioTracks, bookTrack, captionTracks } from '#src/service/ingest/file-tracks.ts'
import { keyOf } from '#src/service/ingest/track-name.ts'

const stream = (what: string) => (title: string, at: number) => ({
  ...{ index: at + 1, language: 'fa' },
  what: `${what}\n    Metadata:\n      title           : ${title}`,
})
const sound = (...titles: string[]) =>
  audioTracks(['فارسی', ...titles].map(stream('Audio: aac, 48000 Hz, stereo')))
const captions = (...titles: string[]) => captionTracks(titles.map(stream('Subtitle: subrip')))

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
  ])('%s, of sound', (title, key) => {
    expect(sound(title).taken.map(keyOf)).toEqual(['fa', key])
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
  ])('%s, of captions', (title, key) => {
    expect(captions(title).taken.map(keyOf)).toEqual([key])
  })
})

test('tracks that are left out are named as the file counts them', () => {
  expect(sound('دوبلهٔ دوم', 'گفتار همراه', 'صدای بازیگران').omitted).toEqual([
    { type: 'audio', reason: 'double', track: 2, language: 'fa' },
    { type: 'audio', reason: 'double', track: 4, language: 'fa', kind: 'commentary' },
  ])
  expect(captions('', 'SDH', 'CC').omitted).toEqual([
    { type: 'captions', reason: 'double', track: 3, language: 'fa', kind: 'sdh' },
  ])
})

test('an audio book has its first track, and all others are named', () => {
  const streams = ['', '', ''].map(stream('Audio: aac, 48000 Hz, stereo'))
  const languages = [{ track: 2, language: 'en' }]
  const { taken, omitted } = bookTrack(streams, languages)
  expect(taken.map(keyOf)).toEqual(['fa'])
  expect(omitted).toEqual([
    { type: 'audio', reason: 'one_track', track: 2, language: 'en' },
    { type: 'audio', reason: 'one_track', track: 3, language: 'fa' },
  ])
})
