/** Imports a file, or changes the records that it names: JSON Lines or a table (CSV). */
import { createReadStream } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { openMediaStore } from '../../platform/adapters/media-store/open-media-store.ts'
import type { Deps } from '../../platform/deps.ts'
import { PROJECT_ROOT } from '../../platform/project-root.ts'
import { parseTable } from './csv.ts'
import { createImporter } from './importer.ts'
import { readLines } from './lines.ts'
import { openSource } from './open-source.ts'
import { createPictures, type Pictures } from './pictures.ts'
import type { Loss } from './plan.ts'
import type { Problem } from './problem.ts'
import type { Summary } from './work.ts'

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
  format: 'jsonl' | 'csv'
  isPatch?: boolean
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
  { file, format, dryRun, isPatch = false, at }: FileImport,
): Promise<FileImported> {
  const problems: Problem[] = []
  const losses: Loss[] = []
  const importer = await createImporter(deps, {
    dryRun,
    isPatch,
    pictures: openPictures(deps, file === null ? null : dirname(resolve(file))),
    onProblem: problem => void (problems.length < PROBLEMS_MAX && problems.push(problem)),
    onLoss: loss => void (losses.length < LOSSES_MAX && losses.push(loss)),
  })
  const counter = createGapCounter()
  const source = await openSource(file === null ? process.stdin : createReadStream(file))
  if (format === 'csv')
    for await (const row of parseTable(source.chunks, { removes: isPatch })) {
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
  return { summary, problems, losses, gaps: counter.gaps(), encoding: source.encoding }
}

/** Returns the pictures of an import. @param from folder that contains the referenced files */
export function openPictures({ env }: Pick<Deps, 'env'>, from: string | null): Pictures {
  return createPictures({ from, to: openMediaStore(env, 'command'), demo: DEMO_PICTURES })
}

export function detectFormat(file: string): FileImport['format'] {
  return file.toLowerCase().endsWith('.csv') ? 'csv' : 'jsonl'
}
