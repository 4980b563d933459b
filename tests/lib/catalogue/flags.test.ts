import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { FLAGS } from '#src/contract/values.ts'
import { bottomFlag, flagsAt, topFlag } from '#src/lib/catalogue/flags.ts'

test.each([...flagsAt('top', FLAGS), ...flagsAt('bottom', FLAGS)])(
  'the badge of %s has a colour',
  flag => {
    const css = readFileSync('src/styles/cards.css', 'utf8')
    expect(css).toMatch(new RegExp(`\\.flag-${flag}\\b`))
  },
)

test('a card has the preferred flag of each place, whatever the order of its flags', () => {
  expect(topFlag(['in_production', 'audio_book', 'persian_dub'])).toBe('persian_dub')
  expect(bottomFlag(['free_content', 'coming_soon'])).toBe('coming_soon')
  expect(topFlag(['hd', 'coming_soon'])).toBeUndefined()
})
