import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { expect, test } from 'vitest'
import { FONT_PATH } from '#src/styles/font.ts'
import { FONT_CHARACTERS } from '../../scripts/font-characters.ts'

const ROOT = new URL('../../', import.meta.url)
const FILE = new URL(`public${FONT_PATH}`, ROOT)
const LOCALES = new URL('src/lib/i18n/locales/', ROOT)

test('the font is one file of at most 42 KB, named by its content and under its licence', () => {
  const hash = createHash('sha256').update(readFileSync(FILE)).digest('hex').slice(0, 8)
  expect(FONT_PATH).toBe(`/fonts/vazirmatn-${hash}.woff2`)
  expect(statSync(FILE).size).toBeLessThanOrEqual(42 * 1024)
  expect(readdirSync(new URL('.', FILE)).sort()).toEqual(['OFL.txt', `vazirmatn-${hash}.woff2`])
  expect(readFileSync(new URL('src/styles/font.css', ROOT), 'utf8')).toContain(FONT_PATH)
})

test('the font draws every character of our texts', () => {
  const drawn = new Set(FONT_CHARACTERS)
  const missing = new Set<string>()
  for (const language of ['fa', 'en']) {
    for (const file of readdirSync(new URL(`${language}/`, LOCALES))) {
      const texts = JSON.parse(readFileSync(new URL(`${language}/${file}`, LOCALES), 'utf8'))
      for (const character of Object.values(texts).join('')) {
        if (!drawn.has(character)) missing.add(character)
      }
    }
  }
  expect([...missing]).toEqual([])
})
