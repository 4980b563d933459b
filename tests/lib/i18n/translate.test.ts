import { readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import fc from 'fast-check'
import { describe, expect, expectTypeOf, test } from 'vitest'
import { LANGUAGES, type Language } from '#src/contract/languages.ts'
import { dictionary, getT } from '#src/lib/i18n/i18n.ts'
import { createIslandT } from '#src/lib/i18n/island-translate.ts'
import type { Key, Namespace } from '#src/lib/i18n/keys.ts'
import { loadT } from '#src/lib/i18n/load.ts'
import { createT } from '#src/lib/i18n/page-translate.ts'
import type { Translate } from '#src/lib/i18n/translate.ts'

const NAMESPACES = readdirSync(
  resolve(import.meta.dirname, '../../../src/lib/i18n/locales/en'),
).map(file => file.replace('.json', '') as Namespace)
const TEXTS = {
  plain: 'سلام',
  years: 'سال {{year, digits}}',
  count: '{{count}} قسمت',
  name: 'پروفایل {{name}}',
  foreign: 'پروفایل {{name, isolate}}',
  price: 'پرداخت {{amount, price}}',
  mobile: 'کد به {{msisdn, mobile}} رفت',
  decimal: '{{value}}',
}
describe.each([
  ['pages', createT],
  ['islands', createIslandT],
] as const)('a text of %s', (_, create) => {
  const fa = create<keyof typeof TEXTS>(TEXTS, 'fa')

  test('shows numbers in the digits of the language', () => {
    expect(fa('count', { count: 1234 })).toBe('۱٬۲۳۴ قسمت')
    expect(fa('decimal', { value: 7.25 })).toBe('۷٫۲۵')
    expect(create({ decimal: '{{value}}' }, 'en')('decimal' as Key, { value: 7.25 })).toBe('7.25')
  })

  test('shows years without grouping, prices in tomans and mobile numbers left to right', () => {
    expect(fa('years', { year: 1405 })).toBe('سال ۱۴۰۵')
    expect(fa('price', { amount: 1_490_000 })).toBe('پرداخت ۱۴۹٬۰۰۰ تومان')
    expect(fa('mobile', { msisdn: '0912***4567' })).toBe('کد به \u2066۰۹۱۲***۴۵۶۷\u2069 رفت')
  })

  test('chooses the plural by count', () => {
    const votes = (language: Language, count: number) =>
      create<Key<'surveys'>>(dictionary(language, ['surveys']), language)('surveys.votes', {
        count,
      })
    expect(votes('en', 1)).toBe('1 vote')
    expect(votes('en', 2)).toBe('2 votes')
    expect(votes('fa', 0)).toBe('۰ رأی')
  })

  test('inserts text from users unchanged, and never reads it as a template', () => {
    const hostile = fc.oneof(
      fc.string(),
      fc.constantFrom('$t(plain)', '{{name}}', '<b>&amp;', '{{- name}}', '$&', '$1'),
    )
    fc.assert(
      fc.property(hostile, name => {
        expect(fa('name', { name })).toBe(`پروفایل ${name}`)
      }),
    )
  })

  test('isolates foreign names inside a sentence', () => {
    expect(fa('foreign', { name: 'Sara\u202e' })).toBe('پروفایل \u2068Sara\u2069')
  })

  test('accepts parameters that have the names of i18next’s own options', () => {
    const t = create<'a'>({ a: '{{lng}} {{context}} {{defaultValue}}' }, 'fa')
    expect(t('a', { lng: 'x', context: 'y', defaultValue: 'z' })).toBe('x y z')
  })
})

test.each(LANGUAGES)('every text is the same in pages and in islands: %s', language => {
  const texts = dictionary(language, NAMESPACES)
  const [page, island] = [createT(texts, language), createIslandT(texts, language)]
  const keys = new Set(Object.keys(texts).map(key => key.replace(/_(one|other)$/, ''))) as Set<Key>
  for (const key of keys) {
    const templates = Object.keys(texts).filter(name => name.replace(/_(one|other)$/, '') === key)
    const names = templates
      .flatMap(name => [...(texts[name] ?? '').matchAll(/\{\{\s*(\w+)/g)])
      .map(([, name = '']) => name)
      .filter(name => name !== 'brand')
    const values = [0, 1, 2, 5, 11, 1_404, 1_490_000, 2.5, 'Sara {{count}} $t(x) <b>', '۰۹۱۲']
    for (const value of names.length > 0 ? values : [0]) {
      const params = Object.fromEntries(names.map(name => [name, value]))
      expect(island(key, params), key).toBe(page(key, params))
    }
  }
  expect(island.find('none')).toBe(page.find('none'))
  expect(island('none' as Key)).toBe(page('none' as Key))
})

test('a key from outside either has a text or is reported as unknown', () => {
  const t = getT('en')
  expect(t.find('errors.wrong_pin')).toBe('The PIN is incorrect.')
  expect(t.find('surveys.votes', { count: 3 })).toBe('3 votes')
  expect(t.find('errors.constructor')).toBeUndefined()
  expect(t.find('toString')).toBeUndefined()
})

test('an island loads only its own namespaces, once', async () => {
  const t = await loadT('fa', ['search', 'common'])
  expect(t('common.retry')).toBe('تلاش دوباره')
  expect(t.find('search.label')).toBeDefined()
  expect(t.find('shell.buy')).toBeUndefined()
  expect(loadT('fa', ['search', 'common'])).toBe(loadT('fa', ['search', 'common']))
  expectTypeOf<Parameters<typeof t>[0]>().toEqualTypeOf<Key<'search' | 'common'>>()
})

test('a page can pass to an island the texts that it needs', () => {
  const texts = dictionary('en', ['search'])
  expect(Object.keys(texts).every(key => key.startsWith('search.'))).toBe(true)
  expect(createIslandT<Key<'search'>>(texts, 'en')('search.forget')).toBe('Clear')
})

test('a translator of more namespaces can be used for one of fewer, not the other way round', () => {
  expectTypeOf(getT).returns.toExtend<Translate<Key<'search'>>>()
  expectTypeOf<Translate<Key<'search'>>>().not.toExtend<Translate>()
})
