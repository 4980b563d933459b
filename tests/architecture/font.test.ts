import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { expect, test } from 'vitest'
import { FONT_PATHS } from '#src/styles/font.ts'
import { FONT_CHARACTERS } from '../../scripts/font-characters.ts'

const ROOT = new URL('../../', import.meta.url)
const FONTS = new URL('public/fonts/', ROOT)
const SCRIPTS = { fa: 'persian', en: 'latin' }
const LOCALES = new URL('src/lib/i18n/locales/', ROOT)

test('a page of one script fetches one file, of at most 28 KB, named by its content and under its licence', () => {
  const css = readFileSync(new URL('src/styles/font.css', ROOT), 'utf8')
  const names = Object.entries(SCRIPTS).map(([language, script]) => {
    const path = FONT_PATHS[language as 'fa' | 'en']
    const file = new URL(`public${path}`, ROOT)
    const hash = createHash('sha256').update(readFileSync(file)).digest('hex').slice(0, 8)
    expect(path).toBe(`/fonts/vazirmatn-${script}-${hash}.woff2`)
    expect(statSync(file).size, path).toBeLessThanOrEqual(28 * 1024)
    expect(css).toContain(path)
    return `vazirmatn-${script}-${hash}.woff2`
  })
  expect(readdirSync(FONTS).sort()).toEqual(['OFL.txt', ...names].sort())
})

test('each font draws what the style sheet asks it for', () => {
  const ranges = readFileSync(new URL('src/styles/font.css', ROOT), 'utf8').match(
    /(?<=unicode-range: )[^;]+/g,
  )
  for (const [index, script] of (['persian', 'latin'] as const).entries()) {
    const spans = (ranges?.[index] ?? '').split(', ').map(span =>
      span
        .replace('U+', '')
        .split('-')
        .map(code => Number.parseInt(code, 16)),
    )
    const outside = [...FONT_CHARACTERS[script]].filter(character => {
      const code = character.codePointAt(0) as number
      return !spans.some(([from = 0, to = from]) => code >= from && code <= to)
    })
    expect(outside, script).toEqual([])
  }
})

test('the fonts draw every character of our texts', () => {
  const drawn = new Set(FONT_CHARACTERS.persian + FONT_CHARACTERS.latin)
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
