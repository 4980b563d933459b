import { expect, test } from 'vitest'
import { idHash } from '#src/service/catalogue/import/identity.ts'
import { createNumberSet } from '#src/service/catalogue/import/number-set.ts'

test('a number is in the set after it was added, even if the set has grown many times', () => {
  const set = createNumberSet()
  const known = new Set<number>()
  for (let index = 0; index < 50_000; index++) {
    const value = idHash(`title-${index}`)
    expect(set.has(value)).toBe(known.has(value))
    set.add(value)
    set.add(value)
    known.add(value)
  }
  expect([...known].every(value => set.has(value))).toBe(true)
  const others = Array.from({ length: 50_000 }, (_, index) => idHash(`other-${index}`))
  expect(others.filter(value => set.has(value))).toEqual(others.filter(value => known.has(value)))
})

test('holds zero, the largest id hash and numbers with equal low bits', () => {
  const set = createNumberSet()
  const values = [0, 2 ** 48 - 1, ...Array.from({ length: 3_000 }, (_, index) => index * 2 ** 20)]
  expect(values.some(value => set.has(value))).toBe(false)
  for (const value of values) set.add(value)
  expect(values.every(value => set.has(value))).toBe(true)
  expect(set.has(1)).toBe(false)
})
