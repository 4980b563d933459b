import { Readable } from 'node:stream'
import { isDeepStrictEqual } from 'node:util'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ImportRecord, ImportTitle } from '#src/contract/import.ts'
import { translations } from '#src/lib/i18n/i18n.ts'
import { csvHeader, csvRecords, csvRow } from '#src/service/catalogue/import/csv.ts'
import { exportCatalogue, exportRecords } from '#src/service/catalogue/import/export.ts'
import { createImporter } from '#src/service/catalogue/import/importer.ts'
import type { Problem } from '#src/service/catalogue/import/problem.ts'
import { parseTable } from '#src/service/catalogue/import/table-rows.ts'
import { hashCatalogueRows } from '#tests/support/catalogue-rows.ts'
import { demoRecords } from '#tests/support/demo-catalogue.ts'
import { aFilm, aSeries, importRecords, noPictures } from '#tests/support/imported-titles.ts'
import { startTestService, type TestService } from '#tests/support/service.ts'

let service: TestService
let other: TestService
beforeAll(async () => {
  service = await startTestService()
  other = await startTestService()
  await importRecords(service, await demoRecords(), { pictures: demoPictures })
}, 120_000)
afterAll(async () => {
  await service.stop()
  await other.stop()
})

/** Pictures of the project, without their files. */
const demoPictures = {
  stamp: async () => '',
  store: async (_: string, __: string, reference: string | null | undefined) =>
    reference?.startsWith('demo:') ? { path: reference.slice(5), colour: '#102030' } : null,
}

async function exported({ deps }: TestService): Promise<ImportRecord[]> {
  const records: ImportRecord[] = []
  await exportCatalogue(deps, record => void records.push(record))
  return records
}

describe('an export of the demo', () => {
  test('contains every field of every line as it was imported', async () => {
    const given = new Map(
      (await demoRecords()).map(record => [`${record.kind} ${record.external_id}`, record]),
    )
    for (const record of await exported(service)) {
      const line = given.get(`${record.kind} ${record.external_id}`)
      if (line) expect(plain(record)).toEqual(plain(line))
      else expect(record.kind).toBe('category')
      given.delete(`${record.kind} ${record.external_id}`)
    }
    expect([...given.keys()]).toEqual([])
  })

  test('changes nothing if it is imported where it came from', async () => {
    const records = await exported(service)
    const before = await hashCatalogueRows(service.deps)
    service.invalidated.length = 0
    const { unchanged, problems } = await importRecords(service, records, {
      pictures: demoPictures,
    })
    expect([unchanged, problems]).toEqual([records.length, []])
    expect(await hashCatalogueRows(service.deps)).toEqual(before)
    expect(service.invalidated).toEqual([])
  })

  test('creates the same catalogue elsewhere, also as a table', async () => {
    const records = await exported(service)
    const table = csvHeader() + records.map(record => csvRow(record)).join('')
    const problems: Problem[] = []
    const importer = await createImporter(other.deps, {
      pictures: demoPictures,
      onProblem: problem => void problems.push(problem),
    })
    for await (const { number, value } of parseTable(
      csvRecords(Readable.from([Buffer.from(table)])),
    ))
      await importer.value(value, number)
    await importer.finish()
    expect(problems).toEqual([])
    expect(await exported(other)).toEqual(records)
  })
})

describe('an export', () => {
  test('as a table has no cell that a spreadsheet runs as a formula, and its import restores the text', async () => {
    const titles = ['=HYPERLINK("x")', '+1', '-1', '@SUM(1)', "'=1", "''+2", "'plain", '\tx']
    for (const title of titles) {
      const record: ImportRecord = aFilm({ external_id: 'cell', title: { fa: title, en: title } })
      const table = csvHeader() + csvRow(record)
      const rows = await Array.fromAsync(
        parseTable(csvRecords(Readable.from([Buffer.from(table)]))),
      )
      expect(rows[0]?.value.title).toEqual({ fa: title, en: title })
      expect(table.split('\n')[1]).not.toMatch(/(^|,)"?[=+\-@\t\r]/)
    }
  })

  test('marks removed titles as removed, and importing it leaves them removed', async () => {
    await importRecords(service, [
      aSeries({ external_id: 'away' }),
      { kind: 'removal', external_id: 'away' },
    ])
    const { records } = await exportRecords(service.deps, ['away'])
    expect(records).toMatchObject([{ external_id: 'away', removed: true }])
    const { unchanged } = await importRecords(service, records)
    expect(unchanged).toBe(1)
    await importRecords(other, records)
    const { rows } = await other.deps.db.execute(
      sql`select count(removed_at)::int as removed from contents where external_id like 'away%'`,
    )
    expect(rows).toEqual([{ removed: 4 }])
  })

  test('of a catalogue from an earlier version has the aliases that search knows', async () => {
    const film = aFilm({ external_id: 'former', aliases: ['نام دیگر'], genres: ['war'] })
    await importRecords(service, [film])
    await service.deps.db.execute(
      sql`update contents set aliases = null where external_id = 'former'`,
    )
    const { records } = await exportRecords(service.deps, ['former'])
    expect(records).toMatchObject([{ aliases: ['نام دیگر'], genres: ['war'] }])
    expect((await importRecords(service, records)).unchanged).toBe(1)
  })

  test('of one title accepts its id, its address or an episode, and reports unknown ones', async () => {
    await importRecords(service, [aSeries({ external_id: 'single' })])
    const { rows } = await service.deps.db.execute(
      sql`select short_id from contents where external_id = 'single'`,
    )
    const names = ['single', 'single-1-2', String(rows[0]?.short_id), 'drama', 'nobody']
    const { records, missing } = await exportRecords(service.deps, names)
    expect(records.map(({ external_id }) => external_id)).toEqual([
      'single',
      'single',
      'single',
      'drama',
    ])
    expect(missing).toEqual(['nobody'])
  })

  test('ignores counts of the service that grow meanwhile', async () => {
    await importRecords(service, [aFilm({ external_id: 'growing', visits: 4 })])
    const { records } = await exportRecords(service.deps, ['growing'])
    await service.deps.db.execute(
      sql`update contents set view_count = 9 where external_id = 'growing'`,
    )
    expect((await importRecords(service, records, { pictures: noPictures })).unchanged).toBe(1)
  })
})

/** Removes empty fields, and those that an import fills in automatically. */
function plain(record: ImportRecord): unknown {
  const { backdrop } = record as ImportTitle
  return JSON.parse(JSON.stringify(record), (key, value) => {
    if (key === 'kind' && value === 'vod') return undefined
    if (key === 'published_at') return new Date(value).getTime()
    if (value?.number !== undefined && value.backdrop === backdrop) delete value.backdrop
    if (value?.number !== undefined) return withoutOwnTitle(value, record as ImportTitle)
    return Array.isArray(value) && value.length === 0 ? undefined : value
  })
}

/** A season may name what it has anyway. */
function withoutOwnTitle(
  part: { episodes?: object; title?: object; year?: number; number: number },
  { year }: ImportTitle,
) {
  if (!part.episodes) return part
  const own = isDeepStrictEqual(
    part.title,
    translations('catalogue.content.season', { number: part.number }),
  )
  return {
    ...part,
    title: own ? undefined : part.title,
    year: part.year === year ? undefined : part.year,
  }
}
