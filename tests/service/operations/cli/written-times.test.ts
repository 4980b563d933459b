/** Every time in an option or a file is read in both calendars. New options and fields are found by their names. */
import { readdirSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { z } from 'zod'
import {
  ImportArtist,
  ImportCategory,
  ImportEpisode,
  ImportMoment,
  ImportRemoval,
  ImportTitle,
} from '#src/contract/import.ts'
import { readDay, readMoment } from '#src/lib/text/written-time.ts'
import { csvRecords } from '#src/service/catalogue/import/csv.ts'
import { parseCell } from '#src/service/catalogue/import/field-value.ts'
import { parsePatch, parseRecord } from '#src/service/catalogue/import/parse.ts'
import { parseTable } from '#src/service/catalogue/import/table-rows.ts'
import { PackagesFile } from '#src/service/commerce/checkout/packages-file.ts'
import { SurveyFile } from '#src/service/community/surveys/survey-file.ts'
import { formatMoment } from '#src/service/operations/cli/framework/dates.ts'
import type { Field } from '#src/service/operations/cli/framework/fields.ts'
import type { Action, Noun } from '#src/service/operations/cli/framework/noun.ts'
import { BrandFile } from '#src/service/platform/brand/brand-file.ts'
import { WrittenMoment } from '#src/service/platform/written-moment.ts'
import { HomeFile } from '#src/service/storefront/home-file.ts'
import { MessageFile } from '#src/service/storefront/system-message.ts'
import { parseXmltvTime } from '#src/service/watching/live/xmltv.ts'

const NOUNS = resolve(import.meta.dirname, '../../../../src/service/operations/cli/nouns')
/** Names of times, such as `published_at`, `ends` and `first_day`. */
const NAME =
  /(^|[._-])(at|on|day|date|time|moment|from|to|until|since|after|before|month|starts?|ends?|begins?|expires?|expiry|deadline|publish|available|unpublish|programme)$/

const MOMENTS: [string, string][] = [
  ['1405-12-29T20:00+03:30', '2027-03-20T16:30:00.000Z'],
  ['۱۴۰۵/۱۲/۲۹ ۲۰:۰۰', '2027-03-20T16:30:00.000Z'],
  ['2027-03-20T16:30:00.000Z', '2027-03-20T16:30:00.000Z'],
]
const DAYS: [string, string][] = [
  ['1405-12-29', '2027-03-19T20:30:00.000Z'],
  ['۱۴۰۵/۱۲/۲۹', '2027-03-19T20:30:00.000Z'],
  ['2027-03-20', '2027-03-19T20:30:00.000Z'],
]
const WRONG = ['1404-12-30', '2026-02-30', '1200-01-01', 'soon']

type Reader = (text: string) => Date

/** Returns the arguments and options of every action whose names or placeholders are those of times. */
async function optionReaders(): Promise<Record<string, Field<unknown>>> {
  const found: Record<string, Field<unknown>> = {}
  for (const file of readdirSync(NOUNS).filter(name => name.endsWith('.ts'))) {
    const name = basename(file, '.ts')
    const { default: noun } = (await import(`${NOUNS}/${file}`)) as { default: Noun }
    const actions: Record<string, Action> = 'only' in noun ? { run: noun.only } : noun.actions
    for (const [verb, { args = {}, options = {} }] of Object.entries(actions))
      for (const [key, field] of Object.entries({ ...args, ...options }))
        if (field.placeholder && (NAME.test(key) || /DAY$|TIME|MONTH|DATE/.test(field.placeholder)))
          found[`${name} ${verb} ${key}`] = field
  }
  return found
}

test('every day and moment of a command is read in both calendars', async () => {
  const readers = Object.entries(await optionReaders())
  expect(readers.map(([name]) => name).sort()).toEqual([
    'home apply at',
    'live publish programme',
    'message set ends',
    'message set starts',
    'packages price from',
    'payments list from',
    'payments list to',
    'report run from',
    'report run month',
    'report run to',
    'schedule set available',
    'schedule set publish',
    'schedule set unpublish',
    'voucher create ends',
    'voucher create starts',
  ])
  for (const [name, field] of readers) {
    const isDay = field.placeholder === 'DAY'
    const read: Reader = text => {
      const value = field.read(text, '--option') as Date & { named?: { startsAt: Date } }
      return value.named?.startsAt ?? value
    }
    if (field.placeholder === 'MONTH') {
      expect(field.read('1405-12', '')).toEqual({
        from: readDay('2027-02-20'),
        to: readDay('2027-03-21'),
      })
      expect(() => read('1405-13')).toThrow('--option cannot be "1405-13"')
      continue
    }
    for (const [text, expected] of [...DAYS, ...(isDay ? [] : MOMENTS)])
      expect(read(text).toISOString(), `${name}: ${text}`).toBe(expected)
    // The id of a programme has no hyphen.
    for (const text of WRONG.filter(each => name !== 'live publish programme' || each !== 'soon'))
      expect(() => read(text), name).toThrow(`--option cannot be "${text}": `)
  }
})

/** Returns the paths of the leaves of a file whose names are those of times. */
function timesIn(schema: z.core.$ZodType, path = ''): Record<string, z.core.$ZodType> {
  if (schema === WrittenMoment || schema === ImportMoment) return { [path]: schema }
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodReadonly
  )
    return timesIn(schema.unwrap(), path)
  if (schema instanceof z.ZodArray) return timesIn(schema.element, `${path}[]`)
  if (schema instanceof z.ZodUnion)
    return Object.assign({}, ...schema.options.map(option => timesIn(option, path)))
  if (schema instanceof z.ZodPipe) return timesIn(schema.in, path)
  if (schema instanceof z.ZodObject)
    return Object.assign(
      {},
      ...Object.entries(schema.shape).map(([key, part]) =>
        timesIn(part as z.core.$ZodType, path ? `${path}.${key}` : key),
      ),
    )
  const isNumber = schema instanceof z.ZodNumber
  return NAME.test(path) && !isNumber ? { [path]: schema } : {}
}

test.each([
  ['a survey', SurveyFile, ['starts_at', 'ends_at']],
  ['a message', MessageFile, ['starts_at', 'ends_at']],
  ['packages', PackagesFile, []],
  ['a home page', HomeFile, []],
  ['a brand', BrandFile, []],
])('every time in the file of %s is read in both calendars', (_, schema, expected) => {
  const found = timesIn(schema)
  expect(Object.keys(found)).toEqual(expected)
  for (const [field, leaf] of Object.entries(found)) {
    expect(leaf, field).toBe(WrittenMoment)
    for (const [text, moment] of [...MOMENTS, ...DAYS])
      expect(WrittenMoment.parse(text).toISOString()).toBe(moment)
    for (const text of WRONG)
      expect(WrittenMoment.safeParse(text).error?.issues[0]?.message).toContain(
        `cannot be "${text}": `,
      )
  }
})

const KINDS = { title: ImportTitle, artist: ImportArtist, category: ImportCategory }
const RECORDS = {
  title: { kind: 'title', type: 'series', external_id: 'x', title: { en: 'X' } },
  artist: { kind: 'artist', external_id: 'x', name: { en: 'X' } },
  category: { kind: 'category', external_id: 'x', name: { fa: 'ایکس', en: 'X' } },
}
/** Returns a record with the value at the path, in which `[]` is the first entry. */
function withValue(path: string, value: unknown): Record<string, unknown> {
  const filled: Record<string, unknown> = {
    seasons: [{ number: 1, episodes: [{ external_id: 'e', number: 1, title: { en: 'E' } }] }],
  }
  const keys = path.replaceAll('[]', '.0').split('.')
  const last = keys.pop() as string
  let part = filled
  for (const key of keys) part = part[key] as Record<string, unknown>
  part[last] = value
  return path.startsWith('seasons') ? filled : { [last]: value }
}
const importedAt = (record: unknown, path: string) =>
  path
    .replaceAll('[]', '.0')
    .split('.')
    .reduce<unknown>((part, key) => (part as Record<string, unknown>)[key], record)

test.each(
  Object.entries(KINDS).flatMap(([kind, schema]) =>
    Object.entries(timesIn(schema)).map(([path, leaf]) => ({ kind, path, leaf })),
  ),
)(
  'an import reads $kind $path in both calendars, in whole records and in patches',
  ({ kind, path, leaf }) => {
    expect(leaf).toBe(ImportMoment)
    const given = RECORDS[kind as keyof typeof RECORDS]
    for (const [text, moment] of [...MOMENTS, ...DAYS]) {
      const record = parseRecord(1, { ...given, ...withValue(path, text) })
      expect(importedAt(record, path), text).toBe(moment)
      const patch = parsePatch(1, { external_id: 'x', ...withValue(path, text) })
      expect(importedAt((patch as { fields: unknown }).fields, path), text).toBe(moment)
    }
    for (const text of WRONG)
      for (const read of [
        parseRecord(7, { ...given, ...withValue(path, text) }),
        parsePatch(7, { external_id: 'x', ...withValue(path, text) }),
      ])
        expect(read).toEqual([
          {
            line: 7,
            field: path.replaceAll('[]', '[0]'),
            reason: expect.stringContaining(`cannot be "${text}": `),
          },
        ])
  },
)

test('the import has these times, and an episode has its own', () => {
  expect(Object.keys(timesIn(ImportTitle))).toEqual([
    'seasons[].episodes[].published_at',
    'seasons[].episodes[].unpublish_at',
    'published_at',
    'unpublish_at',
    'available_at',
  ])
  expect(Object.keys(timesIn(ImportEpisode))).toEqual(['published_at', 'unpublish_at'])
  expect(timesIn(ImportRemoval)).toEqual({})
  const episode = parsePatch(1, { external_id: 'e', published_at: '1405-01-01' })
  expect(episode).toMatchObject({ fields: { published_at: '2026-03-20T20:30:00.000Z' } })
})

test('a cell of a table and FIELD=VALUE keep the time as it was written', async () => {
  const table = 'external_id,published_at\nx,۱۴۰۵/۱۲/۲۹ ۲۰:۰۰\ny,1405-12-29\n'
  const rows = await Array.fromAsync(parseTable(csvRecords(Readable.from([Buffer.from(table)]))))
  expect(
    rows.map(({ value, number }) => parsePatch(number, { ...value, kind: undefined })),
  ).toMatchObject([
    { fields: { published_at: '2027-03-20T16:30:00.000Z' } },
    { fields: { published_at: '2027-03-19T20:30:00.000Z' } },
  ])
  expect(parseCell('published_at', '1405-12-29')).toBe('1405-12-29')
})

test('a guide is read in both calendars', () => {
  const at = (text: string) => parseXmltvTime(text)?.toISOString() ?? null
  expect(at('14051229200000 +0330')).toBe('2027-03-20T16:30:00.000Z')
  expect(at('۱۴۰۵۱۲۲۹۱۶۳۰')).toBe('2027-03-20T16:30:00.000Z')
  expect(at('20270320200000 +0330')).toBe('2027-03-20T16:30:00.000Z')
  expect(['14041230200000 +0330', '12000101000000', '20260321250000'].map(at)).toEqual([
    null,
    null,
    null,
  ])
})

test('a Jalali year of a title is refused with an explanation', () => {
  expect(parseRecord(3, { ...RECORDS.title, year: 1390 })).toEqual([
    {
      line: 3,
      field: 'year',
      reason: 'cannot be 1390, a Jalali year: write the Gregorian one, 2011 or 2012.',
    },
  ])
  expect(parsePatch(3, { external_id: 'x', year: 1390 })).toMatchObject([{ field: 'year' }])
})

test('a time that a command prints can be passed to an option', () => {
  const moment = new Date('2027-03-20T16:30:00.000Z')
  expect(readMoment(formatMoment(moment))).toEqual(moment)
})
