import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { strToU8, zipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeFile, importFile } from '#src/service/catalogue/import/import-file.ts'
import { FileError } from '#src/service/catalogue/import/problem.ts'
import { contents } from '#src/service/platform/db/schema/contents.ts'
import { startTestService, type TestService } from '#tests/support/service.ts'
import { aWorkbook, type WorkbookCell } from '#tests/support/workbook.ts'

let service: TestService
let folder: string
beforeAll(async () => {
  service = await startTestService()
  folder = await mkdtemp(join(tmpdir(), 'pardeh-xlsx-'))
})
afterAll(async () => {
  await service.stop()
  await rm(folder, { recursive: true, force: true })
})

async function aFile(name: string, bytes: Uint8Array): Promise<string> {
  const file = join(folder, name)
  await writeFile(file, bytes)
  return file
}

const OFFICE: WorkbookCell[][] = [
  [null, null, null],
  [
    'شناسه',
    'نوع',
    'نام فیلم',
    'نام انگلیسی',
    'سال ساخت',
    'ژانر',
    'کشور',
    'مدت',
    'تاریخ انتشار',
    'کارگردان',
  ],
  [
    'x-1',
    'فیلم',
    'باران',
    'Rain',
    1398,
    'درام، کمدی',
    'ایران',
    { time: 0.0625 },
    { date: 45_000.5 },
    'الف',
  ],
  [null, '  ', null],
  ['x-2', 'فیلم', 'شب', 'Night', '۱۳۹۹', 'ترسناک', 'آمریکا', '۰۱:۳۵:۰۰', null, 'ب'],
]
const run = (file: string, choices: { column: string; field: string | null }[], dryRun = false) =>
  importFile(service.deps, { file, format: 'xlsx', choices, dryRun })

test('the columns of a workbook are described by their Persian headings, with the sheets that are not read', async () => {
  const bytes = aWorkbook({ فیلم‌ها: OFFICE, یادداشت: [['یک'], ['دو']] })
  const { columns, rows, sheets } = await describeFile(await aFile('a.xlsx', bytes))
  expect(rows).toBe(2)
  expect(sheets).toEqual([{ sheet: 'یادداشت', rows: 2 }])
  expect(columns.map(({ field }) => field)).toEqual([
    'external_id',
    'type',
    'title.fa',
    'title.en',
    'year',
    'genres',
    'countries',
    'duration',
    'published_at',
    null,
  ])
  expect(columns[9]).toMatchObject({ heading: 'کارگردان', values: 2, examples: ['الف', 'ب'] })
})

test('a workbook of an office is imported: Persian digits, Jalali years, durations, dates and blank rows', async () => {
  const file = await aFile('b.xlsx', aWorkbook({ one: OFFICE, two: [['x']] }))
  await expect(run(file, [])).rejects.toThrow('کارگردان')
  const { summary, problems, leftOut } = await run(file, [{ column: '10', field: null }])
  expect(problems).toEqual([])
  expect(summary).toMatchObject({ created: 2, rejected: 0 })
  expect(leftOut).toEqual({
    columns: [{ column: 10, heading: 'کارگردان', values: 2 }],
    sheets: [{ sheet: 'two', rows: 1 }],
  })
  const [rain] = await service.deps.db.select().from(contents).where(eq(contents.externalId, 'x-1'))
  expect(rain).toMatchObject({ titleEn: 'Rain', year: 2019, countries: ['IR'] })
  expect(rain?.publishedAt?.toISOString()).toBe('2023-03-15T08:30:00.000Z')
  const [night] = await service.deps.db
    .select()
    .from(contents)
    .where(eq(contents.externalId, 'x-2'))
  expect(night).toMatchObject({ year: 2020, countries: ['US'] })
  expect((await run(file, [{ column: 'کارگردان', field: null }])).summary).toMatchObject({
    unchanged: 2,
  })
})

test('a column means what was chosen for it, and an unknown choice is refused', async () => {
  const rows = [
    ['code', 'Film', 'Made in'],
    ['y-1', 'مهر', 'فرانسه'],
  ]
  const file = await aFile('c.xlsx', aWorkbook({ one: rows }))
  const choices = [
    { column: 'code', field: 'external_id' },
    { column: 'Film', field: 'title.fa' },
    { column: '3', field: 'countries' },
  ]
  const { summary, problems } = await run(file, choices, true)
  expect([summary.created, problems]).toEqual([0, [expect.objectContaining({ field: 'type' })]])
  await expect(run(file, [{ column: 'none', field: null }])).rejects.toThrow('no column')
})

test('what is no workbook, has no value or unpacks to too much is refused', async () => {
  const bomb = zipSync({ 'xl/workbook.xml': new Uint8Array(300 * 1024 * 1024) }, { level: 9 })
  const files = {
    'text.xlsx': strToU8('not a workbook'),
    'zip.xlsx': zipSync({ 'a.xml': strToU8('<a/>') }),
    'empty.xlsx': aWorkbook({ one: [[null, ' ']] }),
    'bomb.xlsx': bomb,
  }
  for (const [name, bytes] of Object.entries(files))
    await expect(run(await aFile(name, bytes), []), name).rejects.toThrow(FileError)
})
