import { open, rename, rm } from 'node:fs/promises'
import type { ImportRecord } from '#src/contract/import.ts'
import { counted } from '#src/lib/text/count.ts'
import { escapeJson } from '#src/lib/text/visible.ts'
import { csvHeader, csvRow } from '../../../../catalogue/import/csv.ts'
import { exportCatalogue, exportRecords } from '../../../../catalogue/import/export.ts'
import { detectFormat } from '../../../../catalogue/import/import-file.ts'
import type { Context } from '../../framework/context.ts'
import { UsageError } from '../../framework/errors.ts'
import { fileField, optional, repeatedField, textField } from '../../framework/fields.ts'
import { defineAction } from '../../framework/noun.ts'
import type { Result } from '../../framework/result.ts'
import { refuseOutput } from '../../output-file.ts'
import { line, joinNames as listed } from '../../terminal.ts'

export const exportAction = defineAction({
  summary: 'Writes the stored records in the format of the import',
  details: `Categories, artists, then titles. Importing the file again changes nothing. Pictures are written as their names in the media store.
Without --out, JSON Lines are printed.`,
  args: {
    ids: optional(repeatedField(textField('IDS', 'only these titles, artists or categories')), []),
  },
  options: { out: optional(fileField('FILE', 'JSON Lines, or a table if the name ends in .csv')) },
  effect: 'reads',
  transaction: 'own',
  run: async ({ deps }, { ids, out }) => {
    const find = ids.length > 0 ? await found(deps, ids) : null
    const each = async (write: (record: ImportRecord) => Promise<void> | void) => {
      if (!find) await exportCatalogue(deps, write)
      for (const record of find ?? []) await write(record)
    }
    if (out === null) return printed(each)
    const format = detectFormat(out)
    if (format === 'xlsx')
      throw new UsageError(
        'An export is JSON Lines or CSV. Give a name that ends in .jsonl or .csv.',
      )
    const count = await writeRecords(out, format, each)
    return {
      data: { file: out, lines: count },
      print: [line`${counted(count, 'line')} written to ${out}`],
    }
  },
})

async function found(deps: Context['deps'], ids: readonly string[]): Promise<ImportRecord[]> {
  const { records, missing } = await exportRecords(deps, ids)
  if (missing.length > 0)
    throw new UsageError(`The catalogue does not contain: ${listed(missing)}.`)
  return records
}

type Each = (write: (record: ImportRecord) => Promise<void> | void) => Promise<unknown>

async function printed(each: Each): Promise<Result> {
  const records: ImportRecord[] = []
  await each(record => void records.push(record))
  return { data: records, print: records.map(record => escapeJson(record)) }
}

/** Writes to a temporary file first, so that the file is complete or missing. Returns the number of records. */
async function writeRecords(file: string, format: 'jsonl' | 'csv', each: Each): Promise<number> {
  const part = `${file}.part`
  const handle = await open(part, 'w').catch(() => refuseOutput(file))
  let count = 0
  try {
    if (format === 'csv') await handle.appendFile(csvHeader())
    await each(async record => {
      count++
      await handle.appendFile(format === 'csv' ? csvRow(record) : `${JSON.stringify(record)}\n`)
    })
    await handle.close()
    await rename(part, file)
    return count
  } catch (error) {
    await handle.close().catch(() => undefined)
    await rm(part, { force: true })
    throw error
  }
}
