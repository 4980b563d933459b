/** Imports a file, or changes the records that it names: JSON Lines or a table (CSV, XLSX). */
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { DRAFT_DAYS } from '#src/contract/limits.ts'
import { DAY_MS } from '#src/lib/text/milliseconds.ts'
import { openMediaStore } from '../../platform/adapters/media-store/open-media-store.ts'
import type { Deps } from '../../platform/deps.ts'
import { PROJECT_ROOT } from '../../platform/project-root.ts'
import { csvRecords } from './csv.ts'
import { createImporter } from './importer.ts'
import { readLines } from './lines.ts'
import { openSource } from './open-source.ts'
import { createPictures, type Pictures } from './pictures.ts'
import type { Loss } from './plan.ts'
import { FileError, type Problem } from './problem.ts'
import {
  type ColumnChoice,
  describeTable,
  type LeftOutColumn,
  parseTable,
  type TableColumn,
  type TableRecord,
} from './table-rows.ts'
import type { Drafts, Summary } from './work.ts'
import { readXlsx, type Workbook, xlsxRecords } from './xlsx.ts'

/** Maximum number of problems that are reported. Equal ones are grouped when they are printed. */
const PROBLEMS_MAX = 10_000
/** Maximum number of losses that are reported. */
const LOSSES_MAX = 200
/** Fields without which a title is hard to find or is not shown to children. */
const EXPECTED_FIELDS = ['genres', 'age_label', 'summary', 'poster'] as const
/** Share of the titles from which a missing field is reported, and the number of titles from which a share means something. */
const GAP_SHARE = 0.1
const GAP_TITLES = 10
const DEMO_PICTURES = join(PROJECT_ROOT, 'demo/pictures')

type ImportDeps = Pick<Deps, 'db' | 'now' | 'invalidate' | 'env'>
type FileImport = {
  /** Null means standard input, which has no folder for pictures. */
  file: string | null
  format: 'jsonl' | 'csv' | 'xlsx'
  isPatch?: boolean
  /** True to make new titles drafts, which are published in a year unless their line says when. */
  isDraft?: boolean
  /** Fields of columns whose headings do not name them. */
  choices?: readonly ColumnChoice[]
  dryRun: boolean
  at?: (bytes: number, summary: Readonly<Summary>) => void
}
export type FileImported = {
  summary: Summary
  problems: Problem[]
  losses: Loss[]
  /** Fields that many titles of the file do not have. */
  gaps: Gap[]
  /** The encoding by which the file was read, such as `windows-1256`. */
  encoding: string
  /** Null if the import makes no drafts. */
  drafts: (Drafts & { until: Date }) | null
  /** Columns and sheets with values that were not read. */
  leftOut: { columns: LeftOutColumn[]; sheets: Workbook['others'] }
}

export type Gap = { field: (typeof EXPECTED_FIELDS)[number]; titles: number; of: number }

/** Counts titles without an expected field. */
function createGapCounter() {
  const missing = new Map<Gap['field'], number>()
  let titles = 0
  return {
    count(value: unknown) {
      const record = value as Record<string, unknown> | null
      if (record?.kind !== 'title') return
      titles++
      for (const field of EXPECTED_FIELDS)
        if (record[field] === undefined) missing.set(field, (missing.get(field) ?? 0) + 1)
    },
    gaps: (): Gap[] =>
      titles < GAP_TITLES
        ? []
        : [...missing]
            .filter(([, count]) => count >= titles * GAP_SHARE)
            .map(([field, count]) => ({ field, titles: count, of: titles })),
  }
}

/** Imports the file. @throws FileError if the file as a whole cannot be read */
export async function importFile(
  deps: ImportDeps,
  { file, format, dryRun, isPatch = false, isDraft = false, choices = [], at }: FileImport,
): Promise<FileImported> {
  const problems: Problem[] = []
  const losses: Loss[] = []
  const draftsUntil = isDraft ? new Date(deps.now().getTime() + DRAFT_DAYS * DAY_MS) : undefined
  const importer = await createImporter(deps, {
    dryRun,
    isPatch,
    draftsUntil,
    pictures: openPictures(deps, file === null ? null : dirname(resolve(file))),
    onProblem: problem => void (problems.length < PROBLEMS_MAX && problems.push(problem)),
    onLoss: loss => void (losses.length < LOSSES_MAX && losses.push(loss)),
  })
  const counter = createGapCounter()
  const source = await openTable(file, format)
  const columns: LeftOutColumn[] = []
  const options = {
    removes: isPatch,
    choices,
    onLeftOut: (column: LeftOutColumn) => void columns.push(column),
  }
  if (source.records)
    for await (const row of parseTable(source.records, options)) {
      const { number, bytes, value } = row
      if (!isPatch) counter.count(value)
      if (row.problems.length === 0) await importer.value(value, number)
      else importer.reject(row.problems.map(problem => ({ line: number, ...problem })))
      at?.(bytes, importer.summary)
    }
  else
    for await (const line of readLines(source.chunks)) {
      await importer.line(line)
      at?.(line.bytes, importer.summary)
    }
  const summary = await importer.finish()
  const { encoding, sheets } = source
  const leftOut = { columns, sheets }
  const drafts = draftsUntil ? { ...importer.drafts, until: draftsUntil } : null
  return { summary, problems, losses, gaps: counter.gaps(), encoding, drafts, leftOut }
}

type OpenedFile = { encoding: string; sheets: Workbook['others'] } & (
  | { records: AsyncIterable<TableRecord>; chunks?: undefined }
  | { records?: undefined; chunks: AsyncIterable<Buffer> }
)

async function openTable(file: string | null, format: FileImport['format']): Promise<OpenedFile> {
  if (format === 'xlsx' && file !== null) {
    const book = await readXlsx(file)
    const records = xlsxRecords(book, (await stat(file)).size)
    return { encoding: 'utf-8', sheets: book.others, records }
  }
  const stream = file === null ? process.stdin : createReadStream(file)
  const { encoding, chunks } = await openSource(stream)
  const opened = { encoding, sheets: [] }
  return format === 'csv' ? { ...opened, records: csvRecords(chunks) } : { ...opened, chunks }
}

/** Returns the columns of a table and what an import takes them for. @throws FileError if the file is no table */
export async function describeFile(
  file: string,
): Promise<{ columns: TableColumn[]; rows: number; sheets: Workbook['others'] }> {
  const { records, sheets } = await openTable(file, detectFormat(file))
  if (!records) throw new FileError('The file is not a table. Its name must end in .csv or .xlsx.')
  return { ...(await describeTable(records)), sheets }
}

/** Returns the pictures of an import. @param from folder that contains the referenced files */
export function openPictures({ env }: Pick<Deps, 'env'>, from: string | null): Pictures {
  return createPictures({ from, to: openMediaStore(env, 'command'), demo: DEMO_PICTURES })
}

export function detectFormat(file: string): FileImport['format'] {
  const [, ending] = /\.(csv|xlsx)$/i.exec(file) ?? []
  return ending ? (ending.toLowerCase() as 'csv' | 'xlsx') : 'jsonl'
}
