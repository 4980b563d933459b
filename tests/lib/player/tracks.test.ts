import { describe, expect, test } from 'vitest'
import { preferredAudio, preferredCaption, qualityOptions } from '#src/lib/player/tracks.ts'

const fa = { id: '0', language: 'fa', name: 'فارسی' }
const en = { id: '1', language: 'en-GB', name: 'English' }

describe('audio language', () => {
  test('the stored language comes before the language of the page', () => {
    expect(preferredAudio([fa, en], 'en', 'fa')).toBe(en)
    expect(preferredAudio([fa, en], '', 'fa')).toBe(fa)
  })

  test('a stored language that the title lacks falls back to the page', () => {
    expect(preferredAudio([fa, en], 'fr', 'fa')).toBe(fa)
    expect(preferredAudio([en], 'fr', 'fa')).toBeUndefined()
  })
})

describe('captions', () => {
  const preference = { stored: '', audioLanguage: 'fa', pageLanguage: 'fa' }

  test('are off where the audio is in the language of the page', () => {
    expect(preferredCaption([fa, en], preference)).toBeNull()
  })

  test('are on where the audio is in another language', () => {
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
