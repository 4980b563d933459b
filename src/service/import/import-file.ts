/** Imports a file, or changes what it names: JSON Lines or a table (CSV). */
import { createReadStream } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { openMediaStore } from '../adapters/media-store/open-media-store.ts'
import type { Deps } from '../deps.ts'
import { PROJECT_ROOT } from '../project-root.ts'
import { rowsOf } from './csv.ts'
import { createImporter } from './importer.ts'
import { linesOf } from './lines.ts'
import { createPictures, type Pictures } from './pictures.ts'
import type { Loss } from './plan.ts'
import type { Problem } from './problem.ts'
import type { Summary } from './work.ts'

/** Of problems and of losses. */
const TOLD = 200
const DEMO_PICTURES = join(PROJECT_ROOT, 'demo/pictures')

export type ImportDeps = Pick<Deps, 'db' | 'now' | 'invalidate' | 'env'>
export type FileImport = {
  /** Null is standard input, which has no folder for pictures. */
  file: string | null
  format: 'jsonl' | 'csv'
  isPatch?: boolean
  dryRun: boolean
  at?: (bytes: number, summary: Readonly<Summary>) => void
}
export type FileImported = { summary: Summary; problems: Problem[]; losses: Loss[] }

/** @throws FileError where the file cannot be read as a whole */
export async function importFile(
  deps: ImportDeps,
  { file, format, dryRun, isPatch = false, at }: FileImport,
): Promise<FileImported> {
  const problems: Problem[] = []
  const losses: Loss[] = []
  const importer = await createImporter(deps, {
    dryRun,
    isPatch,
    pictures: picturesFrom(deps, file === null ? null : dirname(resolve(file))),
    onProblem: problem => void (problems.length < TOLD && problems.push(problem)),
    onLoss: loss => void (losses.length < TOLD && losses.push(loss)),
  })
  const source: AsyncIterable<Buffer> = file === null ? process.stdin : createReadStream(file)
  if (format === 'csv')
    for await (const { number, bytes, value } of rowsOf(source, { removes: isPatch })) {
      await importer.value(value, number)
      at?.(bytes, importer.summary)
    }
  else
    for await (const line of linesOf(source)) {
      await importer.line(line)
      at?.(line.bytes, importer.summary)
    }
  return { summary: await importer.finish(), problems, losses }
}

/** @param from the folder of references */
export function picturesFrom({ env }: Pick<Deps, 'env'>, from: string | null): Pictures {
  return createPictures({ from, to: openMediaStore(env, 'command'), demo: DEMO_PICTURES })
}

export function formatOf(file: string): FileImport['format'] {
  return file.toLowerCase().endsWith('.csv') ? 'csv' : 'jsonl'
}
