/** Implements `./pardeh import FILE`, which is also `./pardeh catalogue import FILE`, and the changes of `catalogue patch --file`. */

import { existsSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { counted } from '#src/lib/text/count.ts'
import { COLUMNS, isImportField } from '../../../../catalogue/import/field-value.ts'
import {
  describeFile,
  detectFormat,
  type FileImported,
  type Gap,
  importFile,
} from '../../../../catalogue/import/import-file.ts'
import { importTemplate } from '../../../../catalogue/import/persian-words.ts'
import { FileError, RecordError } from '../../../../catalogue/import/problem.ts'
import { importSchema } from '../../../../catalogue/import/schema.ts'
import type { ColumnChoice } from '../../../../catalogue/import/table-rows.ts'
import { MediaStoreError } from '../../../../platform/adapters/media-store/media-store.ts'
import { withRun } from '../../../jobs/command-runs.ts'
import type { Context } from '../../framework/context.ts'
import { formatMoment } from '../../framework/dates.ts'
import { ArgumentsError, UsageError } from '../../framework/errors.ts'
import {
  allowPartialField,
  fileField,
  flagField,
  optional,
  parsedField,
  repeatedField,
} from '../../framework/fields.ts'
import { defineAction } from '../../framework/noun.ts'
import type { Result } from '../../framework/result.ts'
import { startColumns } from '../../framework/table.ts'
import { formatJson, line } from '../../terminal.ts'

const SHOWN = 200
/** Numbers of lines that are printed of a group of equal problems. */
const LINES_SHOWN = 5

export const importAction = defineAction({
  summary: 'Loads titles, artists and categories from a file (docs/import.md)',
  details: `A file is JSON Lines, or a table if its name ends in .csv or .xlsx. Every line is written or rejected on its own. Importing the same file
again changes nothing.`,
  args: { file: optional(fileField('FILE', 'JSON Lines, .csv or .xlsx; - reads standard input')) },
  options: {
    csv: flagField('reads the file as a table, whatever its name'),
    column: optional(
      repeatedField(
        parsedField(
          'COLUMN=FIELD',
          'what a column means, by heading or number; COLUMN= leaves it out',
          readChoice,
        ),
      ),
      [],
    ),
    draft: flagField(
      'makes new titles drafts, published in a year unless their line has published_at',
    ),
    'allow-partial': allowPartialField,
    schema: flagField('prints the JSON schema of a line'),
    template: flagField('prints a table to fill in, with Persian headings and an example'),
  },
  effect: 'changes',
  transaction: ({ schema, template }) => (schema || template ? 'none' : 'own'),
  run: async (context, input) => {
    const { file, csv, schema, template, column, draft, 'allow-partial': isPartialAllowed } = input
    if (template) {
      const text = importTemplate()
      return { data: { csv: text }, print: text.trimEnd().split('\n') }
    }
    if (schema) {
      const data = importSchema()
      return { data, print: [formatJson(data)] }
    }
    if (file === null) throw new ArgumentsError('FILE is missing.')
    return importFileOf(context, {
      file,
      isCsv: csv,
      isPatch: false,
      isDraft: draft,
      choices: column,
      isPartialAllowed,
    })
  },
})

export const describeTableAction = defineAction({
  summary: 'Shows the columns of a table and the fields that an import takes them for',
  args: { file: fileField('FILE', 'a table in .csv or .xlsx') },
  effect: 'reads',
  transaction: 'none',
  run: async (_, { file }) => {
    if (!existsSync(file)) throw new UsageError(line`There is no file ${file}`)
    const { columns, rows, sheets } = await withUsageErrors(describeFile(file))
    return {
      data: { columns, rows, sheets, fields: COLUMNS },
      print: [
        {
          columns: startColumns('column', 'heading', 'field', 'values', 'first'),
          rows: columns.map(({ column, heading, field, values, examples }) => [
            column,
            heading,
            field,
            values,
            examples[0] ?? null,
          ]),
        },
        counted(rows, 'row'),
        ...sheets.map(({ sheet, rows }) => sheetLine(sheet, rows)),
      ],
    }
  },
})

/** @throws UsageError if it names no field of the format */
function readChoice(given: string): ColumnChoice {
  const [, column = '', field = ''] = /^(.*)=([^=]*)$/s.exec(given) ?? []
  const name = field.trim()
  if (column.trim() === '' || (name !== '' && !isImportField(name)))
    throw new UsageError(
      'write COLUMN=FIELD, such as 3=year. ./pardeh import --schema has the fields.',
    )
  return { column: column.trim(), field: name === '' ? null : name }
}

type File = {
  file: string
  isCsv: boolean
  isPatch: boolean
  isDraft?: boolean
  choices?: readonly ColumnChoice[]
  isPartialAllowed: boolean
}

export async function importFileOf(
  { deps, isDryRun, progress }: Context,
  { file, isCsv, isPatch, isDraft = false, choices = [], isPartialAllowed }: File,
): Promise<Result> {
  const path = file === '-' ? null : file
  if (path !== null && !existsSync(path)) throw new UsageError(line`There is no file ${path}`)
  const size = path === null ? null : (await stat(path)).size
  const run = { command: 'import', task: basename(file), isDryRun } as const
  const imported = await withUsageErrors(
    withRun(deps, run, report =>
      importFile(deps, {
        file: path,
        format: isCsv ? 'csv' : detectFormat(file),
        isPatch,
        isDraft,
        choices,
        dryRun: isDryRun,
        at: (bytes, summary) => {
          report(bytes, size ?? 0)
          const done = Object.values(summary).reduce((sum, count) => sum + count, 0)
          progress('Importing', size ? Math.min(1, bytes / size) : null, counted(done, 'line'))
        },
      }),
    ),
  )
  const { summary, drafts, encoding } = imported
  const draftCounts = drafts ? { drafts: drafts.made, dated: drafts.dated } : {}
  return {
    data: {
      ...summary,
      ...draftCounts,
      encoding,
      problems: imported.problems,
      losses: imported.losses,
      gaps: imported.gaps,
      left_out: imported.leftOut,
    },
    print: [
      ...(encoding === 'utf-8' ? [] : [line`The file was read as ${encoding}.`]),
      ...problemLines(imported),
      ...lossLines(imported),
      ...gapLines(imported),
      ...leftOutLines(imported),
      ...summaryLines(summary),
      ...draftLines(imported),
    ],
    isIncomplete: summary.rejected > 0 && !isPartialAllowed,
    audit: { target: 'catalogue', details: { ...summary, ...draftCounts } },
  }
}

/** Turns errors of a file or the media store into usage errors, because their texts are written for the terminal. @throws UsageError */
export async function withUsageErrors<T>(work: Promise<T>): Promise<T> {
  return work.catch(error => {
    if (error instanceof FileError || error instanceof MediaStoreError)
      throw new UsageError(error.message)
    if (error instanceof RecordError) throw new UsageError(line`${error.field} ${error.message}`)
    throw error
  })
}

/** Prints equal problems once, with their lines: a wrong word in a column has a problem in every row. */
function problemLines({ problems, summary }: FileImported): string[] {
  const groups = Map.groupBy(problems, ({ field, reason }) => `${field} ${reason}`.trim())
  const shown = [...groups].slice(0, SHOWN)
  const told = new Set(shown.flatMap(([, group]) => group.map(problem => problem.line)))
  const rest = summary.rejected - told.size
  return [
    ...shown.map(
      ([text, group]) => line`${lineNumbers(group.map(problem => problem.line))}: ${text}`,
    ),
    ...(rest > 0 ? [`… and ${counted(rest, 'more line')}`] : []),
  ]
}

/** Returns `line 4` or `12 lines (4, 5, 6, 7, 8, …)`. */
function lineNumbers(numbers: readonly number[]): string {
  if (numbers.length === 1) return `line ${numbers[0]}`
  const first = numbers.slice(0, LINES_SHOWN).join(', ')
  return `${numbers.length} lines (${first}${numbers.length > LINES_SHOWN ? ', …' : ''})`
}

const GAP_TEXTS: Record<Gap['field'], string> = {
  genres: 'no genre',
  age_label: 'no age label, so children do not see them',
  summary: 'no summary',
  poster: 'no poster in this file',
}

function gapLines({ gaps }: FileImported): string[] {
  return gaps.map(({ field, titles, of }) => `${titles} of ${of} titles have ${GAP_TEXTS[field]}`)
}

function leftOutLines({ leftOut: { columns, sheets } }: FileImported): string[] {
  return [
    ...columns.map(
      ({ column, heading, values }) =>
        line`column ${column} (${heading}) was left out, with ${counted(values, 'value')}`,
    ),
    ...sheets.map(({ sheet, rows }) => sheetLine(sheet, rows)),
  ]
}

function sheetLine(sheet: string, rows: number): string {
  return line`the sheet ${sheet} was not read: it has ${counted(rows, 'row')}`
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
    'Each line replaces the whole stored record. ./pardeh catalogue patch changes only the fields that you name.',
  ]
}

function summaryLines({ created, changed, unchanged, removed, rejected }: FileImported['summary']) {
  return [
    `new        ${created}`,
    `changed    ${changed}`,
    `unchanged  ${unchanged}`,
    ...(removed > 0 ? [`removed    ${removed}`] : []),
    `rejected   ${rejected}`,
  ]
}

function draftLines({ drafts }: FileImported): string[] {
  if (!drafts) return []
  const { made, dated, until } = drafts
  return [
    `drafts     ${made}`,
    ...(made > 0
      ? [`Drafts are published on ${formatMoment(until)}, or when ./pardeh schedule set says.`]
      : []),
    ...(dated > 0 ? [`Not drafts, because their line has published_at: ${dated}`] : []),
  ]
}
