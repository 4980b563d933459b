/** Browsers may block or lack storage and cookies, so only src/lib/storage touches them, with memory behind it. */
import { expect, test } from 'vitest'
import { findings, sources, withoutComments } from '#tests/support/sources.ts'

const STORAGE =
  /\b(?:localStorage|sessionStorage|indexedDB|cookieStore)\b|\bdocument\.cookie\b|@nanostores\/persistent/g
/** They run before any module could load, in blocks that catch everything. */
const INLINE = ['src/lib/boot/preload.js', 'src/lib/boot/closed-message.js']

test('only src/lib/storage touches the storage and the cookies of a browser', () => {
  const files = ['src', 'public'].flatMap(folder =>
    sources(folder, ['.astro', '.ts', '.tsx', '.js']),
  )
  expect(files.length).toBeGreaterThan(500)
  const others = files.filter(
    ({ path }) => !path.startsWith('src/lib/storage/') && !INLINE.includes(path),
  )
  expect(others.length).toBeLessThan(files.length - 1)
  const code = others.map(({ path, text }) => ({ path, text: withoutComments(text) }))
  expect(code.flatMap(file => findings(file, STORAGE))).toEqual([])
})

test('the rule finds code that touches them', () => {
  for (const text of [
    'localStorage.setItem(key, value)',
    "globalThis['sessionStorage']",
    'const db = indexedDB.open(name)',
    'const { cookie } = document.cookie',
    "import { persistentAtom } from '@nanostores/persistent'",
  ])
    expect(findings({ path: 'a.ts', text }, STORAGE), text).toHaveLength(1)
})
