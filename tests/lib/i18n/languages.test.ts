import { expect, test } from 'vitest'
import {
  alternateLinks,
  barePath,
  dir,
  languageSwitchPath,
  localPath,
  localPaths,
  pathLanguage,
} from '#src/lib/i18n/languages.ts'

test.each([
  ['/', 'fa'],
  ['/contents', 'fa'],
  ['/english', 'fa'],
  ['/en', 'en'],
  ['/en/contents', 'en'],
])('%s is a page in %s', (path, language) => {
  expect(pathLanguage(path)).toBe(language)
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
])('%s links to the same page in both languages', (path, persian, english) => {
  expect(localPath(path, 'fa')).toBe(persian)
  expect(localPath(path, 'en')).toBe(english)
  expect(barePath(path)).toBe(persian)
})

test('a page lists its paths in all languages, and the default one for all others', () => {
  expect(alternateLinks(localPaths('/en/faq'))).toEqual([
    { hreflang: 'fa', path: '/faq' },
    { hreflang: 'en', path: '/en/faq' },
    { hreflang: 'x-default', path: '/faq' },
  ])
})

test.each([
  [
    '/login?redirect=%2Fcontents%3Ftypes%3Dseries',
    '/en/login?redirect=%2Fen%2Fcontents%3Ftypes%3Dseries',
  ],
  ['/login?redirect=/user', '/en/login?redirect=%2Fen%2Fuser'],
  ['/profile?from=main-profile&redirect=%2F', '/en/profile?from=main-profile&redirect=%2Fen'],
  [
    '/profile?redirect=%2Flogin%3Fredirect%3D%252Ffaq',
    '/en/profile?redirect=%2Fen%2Flogin%3Fredirect%3D%252Fen%252Ffaq',
  ],
])('a language switch also translates redirect: %s', (persian, english) => {
  expect(languageSwitchPath(persian, 'en')).toBe(english)
  expect(languageSwitchPath(english, 'fa')).toBe(persian.replace('=/user', '=%2Fuser'))
  expect(localPaths(persian).en).toBe(english)
})

test.each([
  '/login?redirect=https%3A%2F%2Fevil.example',
  '/login?redirect=%2F%E0%A4%A',
  '/login?redirect=',
])('a language switch keeps values that are not pages of the site: %s', path => {
  expect(languageSwitchPath(path, 'en')).toBe(`/en${path}`)
})
