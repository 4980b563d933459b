/** A catalogue of 10,000 lines, the size of a company's. */
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ImportRecord } from '#src/contract/import.ts'
import { GENRES } from '#src/service/catalogue/import/built-in-categories.ts'
import { csvHeader, csvRow } from '#src/service/catalogue/import/csv.ts'
import { exportCatalogue } from '#src/service/catalogue/import/export.ts'
import { importFile } from '#src/service/catalogue/import/import-file.ts'
import { createImporter } from '#src/service/catalogue/import/importer.ts'
import { hashCatalogueRows } from '#tests/support/catalogue-rows.ts'
import { aFilm, aSeries, importRecords, noPictures } from '#tests/support/imported-titles.ts'
import { startTestService, type TestService } from '#tests/support/service.ts'

const LINES = 10_000
const ARTISTS = 2_000
const BUILT_IN = GENRES.length + 1

let service: TestService
let folder: string
beforeAll(async () => {
  service = await startTestService()
  folder = await mkdtemp(join(tmpdir(), 'pardeh-large-'))
  const { created, problems } = await importRecords(service, generated())
  expect([created, problems]).toEqual([LINES, []])
}, 300_000)
afterAll(async () => {
  await service.stop()
  await rm(folder, { recursive: true, force: true })
})

function* generated(): Generator<ImportRecord> {
  for (let at = 0; at < ARTISTS; at++)
    yield {
      kind: 'artist',
      external_id: `artist-${at}`,
      name: { fa: `هنرمند ${at}`, en: `Artist ${at}` },
      aliases: at % 3 === 0 ? [`نام دیگر ${at}`] : [],
    }
  for (let at = ARTISTS; at < LINES; at++) {
    const part = {
      external_id: `title-${at}`,
      summary: { fa: `خلاصهٔ ${at}\nسطر دوم، «با نشانه»`, en: `Summary ${at}, "quoted"; and more` },
      aliases: [`نام ${at}`, `Name, ${at}`],
      genres: [GENRES[at % GENRES.length], 'drama'].slice(0, 1 + (at % 2)) as string[],
      age_label: ([0, 3, 7, 12, 13, 15, 17, 18] as const)[at % 8],
      year: 1950 + (at % 70),
      visits: at % 500,
      audio_languages: at % 4 === 0 ? ['fa', 'en'] : ['fa'],
      caption_languages: at % 5 === 0 ? ['fa'] : [],
      published_at: new Date(Date.UTC(2024, 0, 1) + at * 60_000).toISOString(),
      credits: [
        { artist: `artist-${at % ARTISTS}`, role: 'director' as const },
        { artist: `artist-${(at * 7) % ARTISTS}`, role: 'cast' as const, character: { fa: 'نقش' } },
      ],
    }
    if (at % 20 === 0) yield aSeries({ ...part, episodes: [2, 1] })
    else if (at % 50 === 1)
      yield aFilm({ ...part, type: 'video_content_list', items: [`title-${at - 1}`, 'title-2002'] })
    else
      yield aFilm({
        ...part,
        ...(at % 9 === 0 ? { ticket_price: 900_000, ticket_hours: 24 } : {}),
        media: { stream: `films/${at}`, intro: { start: 1, end: 11 }, credits_at: 5_000 },
        duration: '01:40:00',
      })
  }
}

async function exportTo(name: string): Promise<string> {
  const file = join(folder, name)
  const stream = createWriteStream(file)
  const isTable = name.endsWith('.csv')
  if (isTable) stream.write(csvHeader())
  await exportCatalogue(service.deps, record => {
    stream.write(isTable ? csvRow(record) : `${JSON.stringify(record)}\n`)
  })
  stream.end()
  await finished(stream)
  return file
}

test.each([
  ['whole.jsonl', 'jsonl'],
  ['whole.csv', 'csv'],
] as const)(
  'importing an export as %s again writes nothing',
  { timeout: 300_000 },
  async (name, format) => {
    const before = await hashCatalogueRows(service.deps)
    const file = await exportTo(name)
    const { summary, problems, losses } = await importFile(service.deps, {
      file,
      format,
      dryRun: false,
    })
    expect([problems, losses]).toEqual([[], []])
    expect(summary).toEqual({
      created: 0,
      changed: 0,
      unchanged: LINES + BUILT_IN,
      removed: 0,
      rejected: 0,
    })
    expect(await hashCatalogueRows(service.deps)).toEqual(before)
  },
)

test('a patch of one field changes one field of one record', { timeout: 300_000 }, async () => {
  const records = async () => {
    const found = new Map<string, ImportRecord>()
    await exportCatalogue(service.deps, record => {
      found.set(`${record.kind} ${record.external_id}`, record)
    })
    return found
  }
  const before = await records()
  const importer = await createImporter(service.deps, { pictures: noPictures })
  await importer.patch({ external_id: 'title-6000', fields: { summary: { en: 'Another.' } } })
  expect(await importer.finish()).toMatchObject({ changed: 1, rejected: 0 })
  const after = await records()
  const old = before.get('title title-6000')
  if (old?.kind !== 'title') throw new Error('it is a title')
  before.set('title title-6000', { ...old, summary: { fa: old.summary?.fa, en: 'Another.' } })
  expect(
    [...after].filter(
      ([key, record]) => JSON.stringify(record) !== JSON.stringify(before.get(key)),
    ),
  ).toEqual([])
})
