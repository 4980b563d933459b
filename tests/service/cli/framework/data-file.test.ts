import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { parseData } from '#src/service/cli/framework/data-file.ts'

const Item = z.strictObject({ id: z.string(), price: z.number().int() })
const File = z.strictObject({ items: z.array(Item) })
const read = (text: string) => parseData(text, 'prices.yaml', File)
const said = (text: string) => {
  try {
    read(text)
    return 'nothing'
  } catch (error) {
    return (error as Error).message
  }
}

test('YAML and JSON mean the same', () => {
  const expected = { items: [{ id: 'a', price: 1 }] }
  expect(read('items:\n  - id: a\n    price: 1\n')).toEqual(expected)
  expect(read(JSON.stringify(expected))).toEqual(expected)
  expect(read('{\n\t"items": [\n\t\t{ "id": "a", "price": 1 }\n\t]\n}\n')).toEqual(expected)
})

describe('what is wrong is told with its line', () => {
  test.each([
    ['a value', 'items:\n  - id: a\n    price: dear\n', 'line 3: items.0.price: Invalid input'],
    ['a field that is missing', 'items:\n  - id: a\n', 'line 2: items.0.price is missing'],
    [
      'an unknown field',
      'items:\n  - id: a\n    cost: 1\n    price: 1\n',
      'line 3: items.0: Unrecogn',
    ],
    ['a field twice', 'items: []\nitems: []\n', 'line 2: Map keys must be unique'],
    ['JSON', '{\n  "items": [\n    {"id": 1, "price": 2}\n  ]\n}', 'line 3: items.0.id: Invalid'],
    ['broken JSON', '{\n  "items": [\n', 'line 3: '],
    ['nothing', '', 'Invalid input'],
  ])('%s', (_, text, expected) => expect(said(text)).toContain(expected))
})

test('an alias that doubles itself is not followed', () => {
  const bomb = [
    'a: &a [x,x]',
    ...'bcdefghij'.split('').map((name, at) => {
      const before = 'abcdefghij'[at]
      return `${name}: &${name} [*${before},*${before},*${before},*${before}]`
    }),
  ].join('\n')
  expect(() => read(bomb)).toThrow()
})

test('control characters of a file reach no terminal', () => {
  const text = 'items:\n  - "id\\u001b[31m": 1\n'
  expect(said(text)).not.toContain('\u001b')
})
