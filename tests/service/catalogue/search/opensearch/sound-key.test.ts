import { expect, test } from 'vitest'
import { soundKey } from '#src/service/catalogue/search/opensearch/sound-key.ts'

test.each([
  ['هامون', 'hamoun'],
  ['خانه', 'khane'],
  ['خانه', 'xaneh'],
  ['شنبه', 'shambe'],
  ['قرمز', 'ghermez'],
  ['قرمز', 'qermez'],
  ['چشمه', 'cheshmeh'],
  ['ژاله', 'zhaleh'],
  ['محمد', 'mohammad'],
  ['فیلم 2', 'film 2'],
])('%s and %s have the same key', (persian, latin) =>
  expect(soundKey(latin)).toBe(soundKey(persian)),
)

test('a text of vowels only has no key, and digits are kept', () => {
  expect(soundKey('آوا')).toBe('')
  expect(soundKey('ava')).toBe('')
  expect(soundKey('1900')).toBe('1900')
})
