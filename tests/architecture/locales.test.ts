import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { RESULTS } from '#src/contract/envelope.ts'

const ROOT = new URL('../../src/lib/i18n/locales/', import.meta.url)
const NAMESPACES = readdirSync(new URL('fa', ROOT)).map(file => file.replace('.json', ''))

const texts = (language: string, namespace: string): [string, string][] =>
  Object.entries(JSON.parse(readFileSync(new URL(`${language}/${namespace}.json`, ROOT), 'utf8')))

const bare = (key: string) => key.replace(/_(?:one|other)$/, '')
/** Keys of `failures`, the messages that a browser itself shows, begin like those of the many errors that only the service returns. */
const prefixOf = (namespace: string) => (namespace === 'failures' ? 'errors' : namespace)
const keysOf = (language: string, namespace: string) => [
  ...new Set(texts(language, namespace).map(([key]) => bare(key))),
]
const namesIn = (text: string) =>
  [...text.matchAll(/\{\{\s*([^,}\s]+)/g)].map(match => match[1]).sort()
const without = (text: string) => text.replace(/\{\{.*?\}\}/g, '')
const failing = (language: string, namespace: string, isWrong: (text: string) => boolean) =>
  texts(language, namespace)
    .filter(([, text]) => isWrong(text))
    .map(([key]) => key)

test('both languages have the same namespaces', () => {
  expect(readdirSync(new URL('en', ROOT)).map(file => file.replace('.json', ''))).toEqual(
    NAMESPACES,
  )
})

test('every operation_result has a text', () => {
  const known = new Set([...keysOf('fa', 'errors'), ...keysOf('fa', 'failures')])
  const missing = Object.keys(RESULTS).filter(
    result => result !== 'success' && !known.has(`errors.${result}`),
  )
  expect(missing).toEqual([])
})

test('the text of an operation_result needs no parameters', () => {
  const needy = [...texts('fa', 'errors'), ...texts('fa', 'failures')].filter(
    ([key, text]) => key.slice('errors.'.length) in RESULTS && namesIn(text).length > 0,
  )
  expect(needy).toEqual([])
})

test('a key is in one file, and the messages of failed calls have the names of the specification', () => {
  const all = NAMESPACES.flatMap(namespace => texts('fa', namespace).map(([key]) => key))
  expect(all.filter((key, n) => all.indexOf(key) !== n)).toEqual([])
  expect(keysOf('fa', 'failures')).toEqual(
    expect.arrayContaining([
      'errors.no_response',
      'errors.request',
      'errors.response.unknown',
      'errors.unknown',
    ]),
  )
})

describe.each(NAMESPACES)('the texts of %s', namespace => {
  test('have the same keys in fa and en, named after their file and sorted', () => {
    expect(keysOf('en', namespace)).toEqual(keysOf('fa', namespace))
    const keys = texts('fa', namespace).map(([key]) => key)
    expect(keys.filter(key => !key.startsWith(`${prefixOf(namespace)}.`))).toEqual([])
    expect(keys).toEqual([...keys].sort())
  })

  test('have every plural form that English needs', () => {
    const keys = new Set(texts('en', namespace).map(([key]) => key))
    const lonely = [...keys].filter(
      key => key !== bare(key) && !(keys.has(`${bare(key)}_one`) && keys.has(`${bare(key)}_other`)),
    )
    expect(lonely).toEqual([])
  })

  test('use the same parameters in both languages', () => {
    const persian = new Map(texts('fa', namespace).map(([key, text]) => [bare(key), namesIn(text)]))
    const different = texts('en', namespace)
      .filter(([key, text]) => `${persian.get(bare(key))}` !== `${namesIn(text)}`)
      .map(([key]) => key)
    expect(different).toEqual([])
  })

  test('are never empty and never padded', () => {
    for (const language of ['fa', 'en']) {
      expect(failing(language, namespace, text => text === '' || text !== text.trim())).toEqual([])
    }
  })

  test('have no Latin digits, Arabic letters or missing joiners in Persian', () => {
    const isWrong = (text: string) =>
      /[0-9٠-٩يىكة]|[اآدذرزژو]\u200c|[\u200e\u200f]|\u200c{2}|\s\u200c|\u200c\s|\.{3}/.test(
        without(text),
      )
    const allowed = new Set(['catalogue.flag.4k'])
    expect(failing('fa', namespace, isWrong).filter(key => !allowed.has(key))).toEqual([])
  })

  test('have no Persian digits in English', () => {
    expect(failing('en', namespace, text => /[۰-۹]/.test(without(text)))).toEqual([])
  })
})
