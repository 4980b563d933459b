import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { SurveyFile } from '#src/service/community/surveys/survey-file.ts'
import { parseInput, readInputFile } from '#src/service/operations/cli/framework/input-file.ts'
import { HomeFile } from '#src/service/storefront/home-file.ts'
import { MessageFile } from '#src/service/storefront/system-message.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pardeh-input-file-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function read(schema: Parameters<typeof readInputFile>[1], text: string): Promise<unknown> {
  const file = join(folder, 'file.json')
  await writeFile(file, text)
  return readInputFile(file, schema).data
}

const said = (schema: Parameters<typeof readInputFile>[1], text: string) =>
  read(schema, text).then(
    () => '',
    error => (error as Error).message,
  )

const HOME = `{
  "widgets": [
    { "type": "banner", "external_ids": ["rain-1"] },
    {
      "type": "video_carousel",
      "title": { "fa": "تازه‌ها", "en": "New" },
      "order": "newest",
      "colour": "red"
    },
    {
      "type": "survey",
      "title": { "fa": "نظرسنجی" }
    }
  ]
}`

test('each invalid field of a home page is reported with its line', async () => {
  const text = await said(HomeFile, HOME)
  expect(text.split('\n').map(line => line.split(':').slice(0, 3).join(':'))).toEqual([
    'Nothing was changed.',
    'file.json:7: widgets[1].order',
    'file.json:8: widgets[1].colour is not a field',
    'file.json:12: widgets[2].title.en is required',
  ])
})

test('YAML is read like JSON, and its lines are reported too', async () => {
  expect(await read(MessageFile, 'fa: سلام\nen: Hello\n')).toMatchObject({
    fa: 'سلام',
    fixed: false,
  })
  expect(await said(MessageFile, 'fa: سلام\nen: Hello\n\ntype: loud\n')).toContain(
    'file.json:4: type: ',
  )
  expect(await said(MessageFile, 'en: Hello\n')).toContain('file.json:1: fa is required')
})

test('a survey that breaks a rule between its fields names the line of one of them', async () => {
  const participants = [1, 2]
    .map(at => `{ title: { fa: 'نام ${at}', en: 'Name ${at}' } }`)
    .join(', ')
  const text = `ref: best\ntitle: { fa: بهترین, en: Best }\nvotes_total: 2\nvotes_per_item: 5\nparticipants: [${participants}]\n`
  expect(await said(SurveyFile, text)).toBe(
    'Nothing was changed.\nfile.json:4: votes_per_item cannot be 5: votes_total is 2.',
  )
})

test('a file that cannot be parsed is reported with the position', async () => {
  expect(await said(HomeFile, '{\n  "widgets": [\n    { "type": "banner",,\n  ]\n}')).toContain(
    'file.json:3: ',
  )
  expect(await said(HomeFile, '')).toContain('file.json:1: ')
})

test('contents of a file are shown in one line, without control characters', async () => {
  const text = await said(MessageFile, '"\\u001b[31mx": 1\n')
  expect(text).not.toContain('\u001b')
})

const Prices = z.strictObject({
  items: z.array(z.strictObject({ id: z.string(), price: z.number().int() })),
})
const parse = (text: string) => parseInput(text, 'prices.yaml', Prices).data
const problem = (text: string) => {
  try {
    parse(text)
    return 'no problem'
  } catch (error) {
    return (error as Error).message
  }
}

test('YAML and JSON have the same meaning', () => {
  const expected = { items: [{ id: 'a', price: 1 }] }
  expect(parse('items:\n  - id: a\n    price: 1\n')).toEqual(expected)
  expect(parse(JSON.stringify(expected))).toEqual(expected)
  expect(parse('{\n\t"items": [\n\t\t{ "id": "a", "price": 1 }\n\t]\n}\n')).toEqual(expected)
})

describe('a problem is reported with its file, line and field', () => {
  test.each([
    ['a value', 'items:\n  - id: a\n    price: dear\n', ':3: items[0].price: Invalid input'],
    ['a missing field', 'items:\n  - id: a\n', ':2: items[0].price is required'],
    [
      'an unknown field',
      'items:\n  - id: a\n    cost: 1\n    price: 1\n',
      ':3: items[0].cost is not a field',
    ],
    ['a repeated field', 'items: []\nitems: []\n', ':2: Map keys must be unique'],
    ['JSON', '{\n  "items": [\n    {"id": 1, "price": 2}\n  ]\n}', ':3: items[0].id: Invalid'],
    ['broken JSON', '{\n  "items": [\n', ':3: '],
    ['an empty file', '', ':1: Invalid input'],
  ])('%s', (_, text, expected) => expect(problem(text)).toContain(`prices.yaml${expected}`))
})

test('of many problems, twenty are listed and the others counted', () => {
  const lines = problem(`items:\n${'  - id: a\n'.repeat(25)}`).split('\n')
  expect([lines.length, lines.at(-1)]).toEqual([22, '… and 5 more'])
})

test('aliases that multiply are refused', () => {
  const bomb = [
    'a: &a [x,x]',
    ...'bcdefghij'.split('').map((name, at) => {
      const before = 'abcdefghij'[at]
      return `${name}: &${name} [*${before},*${before},*${before},*${before}]`
    }),
  ].join('\n')
  expect(problem(bomb)).toContain('prices.yaml:1: Excessive alias count')
})
