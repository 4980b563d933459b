import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { csvHeader, csvRecords, csvRow } from '#src/service/catalogue/import/csv.ts'
import { exportCatalogue } from '#src/service/catalogue/import/export.ts'
import { createImporter } from '#src/service/catalogue/import/importer.ts'
import { openSource } from '#src/service/catalogue/import/open-source.ts'
import type { Problem } from '#src/service/catalogue/import/problem.ts'
import { parseTable } from '#src/service/catalogue/import/table-rows.ts'
import { demoRecords } from '#tests/support/demo-catalogue.ts'
import { importRecords } from '#tests/support/imported-titles.ts'
import { startTestService, type TestService } from '#tests/support/service.ts'

const run = promisify(execFile)
const TIMEOUT = 600_000
const CSV = 'Text - txt - csv (StarCalc)'
const isInstalled = await run('soffice', ['--version']).then(
  () => true,
  () => false,
)
let service: TestService
let folder: string

/** Pictures of the project, without their files. */
const demoPictures = {
  stamp: async () => '',
  store: async (_: string, __: string, reference: string | null | undefined) =>
    reference?.startsWith('demo:') ? { path: reference.slice(5), colour: '#102030' } : null,
}

beforeAll(async () => {
  if (!isInstalled) return
  folder = await mkdtemp(join(tmpdir(), 'pardeh-spreadsheet-'))
  service = await startTestService()
  await importRecords(service, await demoRecords(), { pictures: demoPictures })
}, TIMEOUT)
afterAll(async () => {
  if (!isInstalled) return
  await service.stop()
  await rm(folder, { recursive: true, force: true })
})

async function savedByLibreOffice(table: string, locale: number, delimiter: string) {
  const file = join(folder, 'catalogue.csv')
  await writeFile(file, table)
  const options = [
    '--headless',
    `-env:UserInstallation=file://${join(folder, 'profile')}`,
    // Times, dates and truth values are recognised, as the import dialog offers it.
    `--infilter=${CSV}:44,34,76,1,,${locale},false,true,false`,
    ...['--convert-to', `csv:${CSV}:${delimiter.charCodeAt(0)},34,76`],
    ...['--outdir', join(folder, 'saved')],
  ]
  await run('soffice', [...options, file], { timeout: TIMEOUT })
  return readFile(join(folder, 'saved/catalogue.csv'))
}

test.skipIf(!isInstalled).each([
  ['English', 1033, ','],
  ['Persian', 1065, ';'],
])(
  'an export that LibreOffice in %s saved changes nothing and has no rejected line (skipped without libreoffice-calc-nogui)',
  { timeout: TIMEOUT },
  async (_, locale, delimiter) => {
    const rows: string[] = [csvHeader()]
    await exportCatalogue(service.deps, record => void rows.push(csvRow(record)))
    const saved = await savedByLibreOffice(rows.join(''), locale, delimiter)
    const problems: Problem[] = []
    const importer = await createImporter(service.deps, {
      pictures: demoPictures,
      onProblem: problem => void problems.push(problem),
    })
    const { chunks } = await openSource(Readable.from([saved]))
    for await (const row of parseTable(csvRecords(chunks))) {
      expect(row.problems).toEqual([])
      await importer.value(row.value, row.number)
    }
    const { created, changed, unchanged, rejected } = await importer.finish()
    expect(problems).toEqual([])
    expect({ created, changed, unchanged, rejected }).toEqual({
      created: 0,
      changed: 0,
      unchanged: rows.length - 1,
      rejected: 0,
    })
  },
)
