import { describe, expect, test } from 'vitest'
import {
  preferredAudio,
  preferredCaption,
  qualityOptions,
  trackPreferenceKey,
} from '#src/lib/player/tracks.ts'

const fa = { id: '0', language: 'fa', name: 'فارسی' }
const en = { id: '1', language: 'en-GB', name: 'English' }

describe('audio language', () => {
  test('the stored language takes precedence over the language of the page', () => {
    expect(preferredAudio([fa, en], 'en', 'fa')).toBe(en)
    expect(preferredAudio([fa, en], '', 'fa')).toBe(fa)
  })

  test('a stored language that the title does not have falls back to that of the page', () => {
    expect(preferredAudio([fa, en], 'fr', 'fa')).toBe(fa)
    expect(preferredAudio([en], 'fr', 'fa')).toBeUndefined()
  })
})

describe('tracks of a special kind', () => {
  const described = {
    id: '2',
    language: 'fa',
    name: 'فارسی (توصیف صوتی)',
    kind: 'description' as const,
  }
  const sdh = { id: '3', language: 'fa', name: 'فارسی (ویژهٔ ناشنوایان)', kind: 'sdh' as const }

  test('are never selected by default', () => {
    expect(preferredAudio([described, en], '', 'fa')).toBeUndefined()
    expect(preferredAudio([described, fa], 'fa', 'fa')).toBe(fa)
    expect(preferredAudio([described, en], 'fa', 'fa')).toBeUndefined()
  })

  test('are remembered, and replaced by another track of the language if the title lacks them', () => {
    expect(trackPreferenceKey(described)).toBe('fa/description')
    expect(preferredAudio([fa, described], trackPreferenceKey(described), 'en')).toBe(described)
    expect(preferredAudio([fa, en], trackPreferenceKey(described), 'en')).toBe(fa)
    const of = { audioLanguage: 'en', pageLanguage: 'fa' }
    expect(preferredCaption([fa, sdh], { ...of, stored: trackPreferenceKey(sdh) })).toBe(sdh)
    expect(preferredCaption([sdh, fa], { ...of, stored: '' })).toBe(fa)
    expect(preferredCaption([sdh, en], { ...of, stored: 'fa' })).toBe(sdh)
  })
})

describe('captions', () => {
  const preference = { stored: '', audioLanguage: 'fa', pageLanguage: 'fa' }

  test('are off if the audio is in the language of the page', () => {
    expect(preferredCaption([fa, en], preference)).toBeNull()
  })

  test('are on if the audio is in another language', () => {
    expect(preferredCaption([fa, en], { ...preference, audioLanguage: 'en' })).toBe(fa)
  })

  test('follow the stored choice, and off is a choice', () => {
    expect(preferredCaption([fa, en], { ...preference, stored: 'en' })).toBe(en)
    expect(
      preferredCaption([fa, en], { ...preference, audioLanguage: 'en', stored: 'off' }),
    ).toBeNull()
  })
})

test('qualities are listed once per height, highest first', () => {
  const quality = (id: string, height: number, bitrate: number) => ({ id, height, bitrate })
  const offered = qualityOptions([quality('0', 480, 3), quality('1', 720, 5), quality('2', 480, 4)])
  expect(offered.map(it => it.id)).toEqual(['1', '2'])
})
