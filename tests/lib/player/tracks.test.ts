import { describe, expect, test } from 'vitest'
import {
  preferredAudio,
  preferredCaption,
  qualityOptions,
  stepRate,
} from '#src/lib/player/tracks.ts'

const fa = { id: '0', language: 'fa', name: 'فارسی' }
const en = { id: '1', language: 'en-GB', name: 'English' }

describe('audio language', () => {
  test('the remembered language comes before the language of the page', () => {
    expect(preferredAudio([fa, en], 'en', 'fa')).toBe(en)
    expect(preferredAudio([fa, en], '', 'fa')).toBe(fa)
  })

  test('a remembered language that the title lacks falls back to the page', () => {
    expect(preferredAudio([fa, en], 'fr', 'fa')).toBe(fa)
    expect(preferredAudio([en], 'fr', 'fa')).toBeUndefined()
  })
})

describe('captions', () => {
  const wanted = { remembered: '', audioLanguage: 'fa', page: 'fa' }

  test('stay off where the sound is in the language of the page', () => {
    expect(preferredCaption([fa, en], wanted)).toBeNull()
  })

  test('come on by themselves where the sound is in another language', () => {
    expect(preferredCaption([fa, en], { ...wanted, audioLanguage: 'en' })).toBe(fa)
  })

  test('a choice is kept, and off is a choice', () => {
    expect(preferredCaption([fa, en], { ...wanted, remembered: 'en' })).toBe(en)
    expect(
      preferredCaption([fa, en], { ...wanted, audioLanguage: 'en', remembered: 'off' }),
    ).toBeNull()
  })
})

test('qualities are offered once a height, highest first', () => {
  const quality = (id: string, height: number, bitrate: number) => ({ id, height, bitrate })
  const offered = qualityOptions([quality('0', 480, 3), quality('1', 720, 5), quality('2', 480, 4)])
  expect(offered.map(it => it.id)).toEqual(['1', '2'])
})

test('speed goes step by step and stays at the ends', () => {
  expect(stepRate(1, 1)).toBe(1.25)
  expect(stepRate(1, -1)).toBe(0.75)
  expect(stepRate(2, 1)).toBe(2)
  expect(stepRate(0.5, -1)).toBe(0.5)
  expect(stepRate(1.1, 1)).toBe(1.25)
})
