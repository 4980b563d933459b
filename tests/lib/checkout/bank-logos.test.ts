import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { bankLogo } from '#src/lib/checkout/bank-logos.ts'
import { BANKS } from '#src/service/platform/adapters/payments/fake-bank/vandar.ts'

const FOLDER = 'public/banks'
const files = readdirSync(FOLDER)

test('every bank of direct debit and every gateway has a logo', () => {
  for (const code of [...BANKS, 'zarinpal', 'zibal', 'vandar'])
    expect(files).toContain(bankLogo(code)?.replace('/banks/', ''))
})

test('an unknown bank has no logo', () => {
  expect(bankLogo('999')).toBeNull()
  expect(bankLogo('../secret')).toBeNull()
})

test.each(files)('%s belongs to a known bank, is small, and has no scripts or links', file => {
  expect(bankLogo(file.replace('.svg', ''))).toBe(`/banks/${file}`)
  const text = readFileSync(`${FOLDER}/${file}`, 'utf8')
  expect(text).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 64 64">/)
  expect(text).not.toMatch(/<script|href|style|on\w+=/)
  expect(text.length).toBeLessThan(600)
  for (const [tag] of text.matchAll(/<\w+ [^>]*>/g)) {
    const names = [...tag.matchAll(/([\w-]+)="/g)].map(([, name]) => name)
    expect(new Set(names).size, tag).toBe(names.length)
  }
})
