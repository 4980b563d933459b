import { expect, test } from 'vitest'
import {
  acceptedLanguage,
  alternates,
  barePath,
  dir,
  languageOf,
  localPath,
} from '#src/lib/i18n/languages.ts'

test.each([
  ['/', 'fa'],
  ['/contents', 'fa'],
  ['/english', 'fa'],
  ['/en', 'en'],
  ['/en/contents', 'en'],
])('%s is a page in %s', (path, language) => {
  expect(languageOf(path)).toBe(language)
})

test('Persian runs from right to left, English from left to right', () => {
  expect(dir('fa')).toBe('rtl')
  expect(dir('en')).toBe('ltr')
})

test.each([
  ['/', '/', '/en'],
  ['/?a=1', '/?a=1', '/en?a=1'],
  ['/en?a=1#b', '/?a=1#b', '/en?a=1#b'],
  ['/faq', '/faq', '/en/faq'],
  ['/en/contents?query=x', '/contents?query=x', '/en/contents?query=x'],
  ['/en', '/', '/en'],
  ['/en/', '/', '/en'],
  ['/enemy', '/enemy', '/en/enemy'],
])('%s leads to the same page in both languages', (path, persian, english) => {
  expect(localPath(path, 'fa')).toBe(persian)
  expect(localPath(path, 'en')).toBe(english)
  expect(barePath(path)).toBe(persian)
})

test('a page names its alternates both ways, with Persian as the default', () => {
  expect(alternates('/en/faq')).toEqual([
    { hreflang: 'fa', path: '/faq' },
    { hreflang: 'en', path: '/en/faq' },
    { hreflang: 'x-default', path: '/faq' },
  ])
  expect(alternates('/contents/a/پرده', '/contents/a/screen')[1]?.path).toBe(
    '/en/contents/a/screen',
  )
})

test.each([
  [null, 'fa'],
  ['', 'fa'],
  ['en-US,en;q=0.9,fa;q=0.8', 'en'],
  ['de,fa;q=0.5,en;q=0.9', 'en'],
  ['fa-IR,en', 'fa'],
  ['en;q=0,de', 'fa'],
  ['*', 'fa'],
])('Accept-Language %j is answered in %s', (header, language) => {
  expect(acceptedLanguage(header)).toBe(language)
})
