import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { LANGUAGES } from '#src/contract/languages.ts'
import { brandName, setBrandName } from '#src/lib/i18n/brand-name.ts'
import { getT } from '#src/lib/i18n/i18n.ts'
import { loadT } from '#src/lib/i18n/load.ts'
import { OLD_NAME } from '#tests/support/brand.ts'

const ROOT = new URL('../../../src/lib/i18n/locales/', import.meta.url)
const texts = LANGUAGES.flatMap(language =>
  readdirSync(new URL(language, ROOT)).flatMap(file =>
    Object.entries<string>(
      JSON.parse(readFileSync(new URL(`${language}/${file}`, ROOT), 'utf8')),
    ).map(([key, text]) => ({ key: `${language} ${key}`, text })),
  ),
)
const before = { fa: brandName('fa'), en: brandName('en') }
afterAll(() => setBrandName(before))

test('no dictionary contains a brand name; every text inserts it', () => {
  expect(texts.filter(({ text }) => OLD_NAME.test(text)).map(({ key }) => key)).toEqual([])
  expect(texts.filter(({ text }) => text.includes('{{brand}}')).length).toBeGreaterThan(80)
})

test('no Persian text appends a suffix to the name, because its form depends on the last letter', () => {
  const wrong = texts.filter(({ text }) => /\{\{brand\}\}[\u200c\p{L}\p{M}]/u.test(text))
  expect(wrong.map(({ key }) => key)).toEqual([])
})

test('a change of the name reaches every text, even one that was composed earlier', () => {
  setBrandName({ fa: 'یکم', en: 'First' })
  expect(getT('fa')('session.welcome.title')).toBe('به یکم خوش آمدید')
  setBrandName({ fa: 'دوم', en: 'Second' })
  expect(getT('fa')('session.welcome.title')).toBe('به دوم خوش آمدید')
  expect(getT('en')('session.sms.code', { code: '123' })).toBe('Your Second code: 123')
})

test('islands insert the name too', async () => {
  setBrandName({ fa: 'سوم', en: 'Third' })
  const t = await loadT('en', ['session'])
  expect(t('session.login.title')).toBe('Sign in to Third')
})

test('a parameter called brand takes precedence over the name', () => {
  const name = getT('en').find('session.login.title', { brand: '{{brand}} $t(shell.name)' })
  expect(name).toBe('Sign in to {{brand}} $t(shell.name)')
})
