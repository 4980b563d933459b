/** `npm run import -- FILE`, which is also `npm run catalogue -- import FILE`; and changes from a file. */

import { existsSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import { counted } from '#src/lib/text/count.ts'
import { MediaStoreError } from '../../../adapters/media-store/media-store.ts'
import { type FileImported, formatOf, importFile } from '../../../import/import-file.ts'
import { FileError } from '../../../import/problem.ts'
import { createProgress, summaryLines } from '../../../import/progress.ts'
import { importSchema } from '../../../import/schema.ts'
import { withRun } from '../../../jobs/command-runs.ts'
import type { Context } from '../../framework/context.ts'
import { ArgumentsError, UsageError } from '../../framework/errors.ts'
import { flag, optional, word } from '../../framework/fields.ts'
import { action } from '../../framework/noun.ts'
import type { Result } from '../../framework/result.ts'
import { line, visibleText } from '../../terminal.ts'

const SHOWN = 200

export const importAction = action({
  summary: 'Loads titles, artists and categories from a file (docs/import.md)',
  details: `A file is JSON Lines, or a table where its name ends in .csv. Every line is written or rejected by itself; importing the same file
again changes nothing.`,
  args: { file: optional(word('FILE', 'JSON Lines or .csv; - reads standard input')) },
  options: {
    csv: flag('a table, whatever its name'),
    schema: flag('prints the JSON schema of a line'),
  },
  effect: 'changes',
  transaction: ({ schema }) => (schema ? 'none' : 'own'),
  run: async (context, { file, csv, schema }) => {
    if (schema) {
      const data = importSchema()
      return { data, print: [visibleText(data)] }
    }
    if (file === null) throw new ArgumentsError('FILE is missing.')
    return runFile(context, { file, isCsv: csv, isPatch: false })
  },
})

type File = { file: string; isCsv: boolean; isPatch: boolean }

export async function runFile(
  { deps, isDryRun, progress }: Context,
  { file, isCsv, isPatch }: File,
): Promise<Result> {
  const path = file === '-' ? null : resolve(file)
  if (path !== null && !existsSync(path)) throw new UsageError(line`There is no file ${path}`)
  const size = path === null ? null : (await stat(path)).size
  const say = createProgress(progress, size)
  const run = { command: 'import', task: basename(file), isDryRun } as const
  const imported = await told(
    withRun(deps, run, report =>
      importFile(deps, {
        file: path,
        format: isCsv ? 'csv' : formatOf(file),
        isPatch,
        dryRun: isDryRun,
        at: (bytes, summary) => {
          report(bytes, size ?? 0)
          say(bytes, summary)
        },
      }),
    ),
  )
  const { summary } = imported
  return {
    data: { ...summary, problems: imported.problems, losses: imported.losses },
    print: [...problemLines(imported), ...lossLines(imported), ...summaryLines(summary)],
    isIncomplete: summary.rejected > 0,
    audit: { target: 'catalogue', details: { ...summary } },
  }
}

/** What is wrong with a file or the media store is for the terminal as it is. */
export async function told<T>(work: Promise<T>): Promise<T> {
  return work.catch(error => {
    if (error instanceof FileError || error instanceof MediaStoreError)
      throw new UsageError(error.message)
    throw error
  })
}

function problemLines({ problems, summary }: FileImported): string[] {
  const shown = problems.slice(0, SHOWN)
  const rest = summary.rejected - new Set(shown.map(problem => problem.line)).size
  return [
    ...shown.map(
      problem => line`line ${problem.line}: ${`${problem.field} ${problem.reason}`.trim()}`,
    ),
    ...(rest > 0 ? [`… and ${counted(rest, 'more line')}`] : []),
  ]
}

function lossLines({ losses }: FileImported): string[] {
  if (losses.length === 0) return []
  return [
    ...losses
      .slice(0, 20)
      .map(
        loss =>
          line`line ${loss.line}: ${loss.externalId} has no ${loss.fields.join(', ')} any more`,
      ),
    ...(losses.length > 20 ? [`… and ${losses.length - 20} more`] : []),
    'A line replaces what is stored. npm run catalogue -- patch changes only the fields that it names.',
  ]
}
