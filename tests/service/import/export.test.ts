import { Readable } from 'node:stream'
import { isDeepStrictEqual } from 'node:util'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ImportRecord, ImportTitle } from '#src/contract/import.ts'
import { translations } from '#src/lib/i18n/i18n.ts'
import { csvHeader, csvRow, rowsOf } from '#src/service/import/csv.ts'
import { exportCatalogue, exportOf } from '#src/service/import/export.ts'
import { createImporter } from '#src/service/import/importer.ts'
import type { Problem } from '#src/service/import/problem.ts'
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

async function rowsAsWritten({ deps }: TestService) {
  const { rows } = await deps.db.execute(sql`select
    (select md5(string_agg(x.xmin::text || x::text, '' order by x.id)) from contents x) as contents,
    (select md5(string_agg(x.xmin::text || x::text, '' order by x.id)) from artists x) as artists,
    (select md5(string_agg(x.xmin::text || x::text, '' order by x.id)) from categories x) as categories,
    (select md5(string_agg(x.xmin::text || x::text, '' order by x.id)) from video_files x) as files,
    (select md5(string_agg(x.xmin::text || x::text, '' order by x::text)) from credits x) as credits,
    (select md5(string_agg(x.xmin::text || x::text, '' order by x::text)) from bundle_items x) as items`)
  return rows[0]
}

describe('an export of the demo', () => {
  test('says every field of every line as it was imported', async () => {
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

  test('imported again changes nothing, where it comes from', async () => {
    const records = await exported(service)
    const before = await rowsAsWritten(service)
    service.invalidated.length = 0
    const { unchanged, problems } = await importRecords(service, records, {
      pictures: demoPictures,
    })
    expect([unchanged, problems]).toEqual([records.length, []])
    expect(await rowsAsWritten(service)).toEqual(before)
    expect(service.invalidated).toEqual([])
  })

  test('makes the same catalogue elsewhere, also as a table', async () => {
    const records = await exported(service)
    const table = csvHeader() + records.map(record => csvRow(record)).join('')
    const problems: Problem[] = []
    const importer = await createImporter(other.deps, {
      pictures: demoPictures,
      onProblem: problem => void problems.push(problem),
    })
    for await (const { number, value } of rowsOf(Readable.from([Buffer.from(table)])))
      await importer.value(value, number)
    await importer.finish()
    expect(problems).toEqual([])
    expect(await exported(other)).toEqual(records)
  })
})

describe('an export', () => {
  test('has removed titles as removed, and importing it leaves them so', async () => {
    await importRecords(service, [
      aSeries({ external_id: 'away' }),
      { kind: 'removal', external_id: 'away' },
    ])
    const { records } = await exportOf(service.deps, ['away'])
    expect(records).toMatchObject([{ external_id: 'away', removed: true }])
    const { unchanged } = await importRecords(service, records)
    expect(unchanged).toBe(1)
    await importRecords(other, records)
    const { rows } = await other.deps.db.execute(
      sql`select count(removed_at)::int as removed from contents where external_id like 'away%'`,
    )
    expect(rows).toEqual([{ removed: 4 }])
  })

  test('of a catalogue that a former version wrote has the aliases that search knows', async () => {
    const film = aFilm({ external_id: 'former', aliases: ['نام دیگر'], genres: ['war'] })
    await importRecords(service, [film])
    await service.deps.db.execute(
      sql`update contents set aliases = null where external_id = 'former'`,
    )
    const { records } = await exportOf(service.deps, ['former'])
    expect(records).toMatchObject([{ aliases: ['نام دیگر'], genres: ['war'] }])
    expect((await importRecords(service, records)).unchanged).toBe(1)
  })

  test('of one title goes by its id, its address or an episode, and tells what is unknown', async () => {
    await importRecords(service, [aSeries({ external_id: 'single' })])
    const { rows } = await service.deps.db.execute(
      sql`select short_id from contents where external_id = 'single'`,
    )
    const names = ['single', 'single-1-2', String(rows[0]?.short_id), 'drama', 'nobody']
    const { records, missing } = await exportOf(service.deps, names)
    expect(records.map(({ external_id }) => external_id)).toEqual([
      ...['single', 'single', 'single'],
      'drama',
    ])
    expect(missing).toEqual(['nobody'])
  })

  test('counts of the service that grow meanwhile are no change', async () => {
    await importRecords(service, [aFilm({ external_id: 'growing', visits: 4 })])
    const { records } = await exportOf(service.deps, ['growing'])
    await service.deps.db.execute(
      sql`update contents set view_count = 9 where external_id = 'growing'`,
    )
    expect((await importRecords(service, records, { pictures: noPictures })).unchanged).toBe(1)
  })
})

/** Without what says nothing, and what an import says by itself. */
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
