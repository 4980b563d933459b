import { expect, test } from 'vitest'
import { soundKey } from '#src/service/search/opensearch/sound-key.ts'

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
])('%s and %s have one key', (persian, latin) => expect(soundKey(latin)).toBe(soundKey(persian)))

test('vowels alone have none, and digits stay', () => {
  expect(soundKey('آوا')).toBe('')
  expect(soundKey('ava')).toBe('')
  expect(soundKey('1900')).toBe('1900')
})
