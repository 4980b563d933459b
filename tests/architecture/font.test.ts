import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { expect, test } from 'vitest'
import { FONT_PATHS } from '#src/styles/font.ts'
import {
  FONT_CHARACTERS,
  type FontFile,
  textCharacters,
  unicodeRange,
} from '../../scripts/font-characters.ts'

const ROOT = new URL('../../', import.meta.url)
const FONTS = new URL('public/fonts/', ROOT)
/** Fonts that a page of a language loads before it is painted. On a slow line its largest picture has to wait for them. */
const FIRST = { fa: 'persian', en: 'latin' } as const
const MAX_BYTES: Record<FontFile, number> = {
  persian: 21_500,
  latin: 14_000,
  accents: 8_000,
  rest: 24_000,
}
const LOCALES = new URL('src/lib/i18n/locales/', ROOT)

const css = readFileSync(new URL('src/styles/font.css', ROOT), 'utf8')
const faces = css.split('@font-face').flatMap(face => {
  const [, file] = /vazirmatn-([a-z]+)-/.exec(face) ?? []
  return file ? [{ file: file as FontFile, face }] : []
})

test('fonts are named after their content, small enough for their purpose, and have their licence', () => {
  const names = faces.map(({ file, face }) => {
    const name = /vazirmatn-[a-z]+-[0-9a-f]{8}\.woff2/.exec(face)?.[0] ?? ''
    const path = new URL(name, FONTS)
    const hash = createHash('sha256').update(readFileSync(path)).digest('hex').slice(0, 8)
    expect(name).toBe(`vazirmatn-${file}-${hash}.woff2`)
    expect(statSync(path).size, name).toBeLessThanOrEqual(MAX_BYTES[file])
    return name
  })
  expect(readdirSync(FONTS).sort()).toEqual(['OFL.txt', ...names].sort())
  for (const [language, file] of Object.entries(FIRST))
    expect(FONT_PATHS[language as keyof typeof FIRST]).toBe(
      `/fonts/${names.find(name => name.includes(file))}`,
    )
})

test('the style sheet uses each font only for the characters that it draws', () => {
  expect(faces.map(({ file }) => file).sort()).toEqual(Object.keys(FONT_CHARACTERS).sort())
  for (const { file, face } of faces)
    expect(/unicode-range:\s*([^;]+)/.exec(face)?.[1]?.replace(/\s+/g, ' '), file).toBe(
      unicodeRange(textCharacters(file)),
    )
})

test('one font draws all Latin digits', () => {
  const digits = '0123456789'
  for (const { file } of faces) {
    const drawn = [...digits].filter(digit => textCharacters(file).includes(digit))
    expect(drawn.join(''), file).toBe(file === 'latin' ? digits : '')
  }
})

test('a text of ours needs only the fonts of the two scripts', () => {
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
