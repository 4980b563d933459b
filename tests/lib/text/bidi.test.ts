import { expect, test } from 'vitest'
import { isolate, isolateLtr, stripBidiControls } from '#src/lib/text/bidi.ts'
import { countryName } from '#src/lib/text/country.ts'

test('foreign text is isolated, and its own control characters cannot end the isolation', () => {
  expect(isolate('Alien')).toBe('\u2068Alien\u2069')
  expect(isolate('a\u2069\u202eb')).toBe('\u2068ab\u2069')
  expect(isolateLtr('0912***4567')).toBe('\u20660912***4567\u2069')
  expect(stripBidiControls('\u200fسلام\u200e')).toBe('سلام')
})

test('countries are named in the language of the page', () => {
  expect(countryName('IR', 'fa')).toBe('ایران')
  expect(countryName('kr', 'fa')).toBe('کرهٔ جنوبی')
  expect(countryName('FR', 'en')).toBe('France')
  expect(countryName('ایران', 'fa')).toBe('ایران')
})
