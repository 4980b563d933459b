import { afterAll, expect, test } from 'vitest'
import { brandName, setBrandName } from '#src/lib/i18n/brand-name.ts'
import { codePrefix } from '#src/service/platform/brand/code-prefix.ts'

const before = { fa: brandName('fa'), en: brandName('en') }
afterAll(() => setBrandName(before))

test.each([
  ['Pardeh', 'PARDEH'],
  ['Shab-Tab & Co. 24', 'SHABTABCO24'],
  ['A name of more than twenty letters', 'ANAMEOFMORETHANTWENT'],
  ['شب‌تاب', 'CODE'],
])('codes of %s begin with %s', (name, prefix) => {
  setBrandName({ fa: 'شب‌تاب', en: name })
  expect(codePrefix()).toBe(prefix)
})
