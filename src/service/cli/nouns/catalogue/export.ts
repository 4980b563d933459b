import { open, rename, rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { ImportRecord } from '#src/contract/import.ts'
import { counted } from '#src/lib/text/count.ts'
import { visibleJson } from '#src/lib/text/visible.ts'
import { csvHeader, csvRow } from '../../../import/csv.ts'
import { exportCatalogue, exportOf } from '../../../import/export.ts'
import { formatOf } from '../../../import/import-file.ts'
import type { Context } from '../../framework/context.ts'
import { UsageError } from '../../framework/errors.ts'
import { optional, several, word } from '../../framework/fields.ts'
import { action } from '../../framework/noun.ts'
import type { Result } from '../../framework/result.ts'
import { line, names as listed } from '../../terminal.ts'

export const exportAction = action({
  summary: 'Writes what is stored, in the format of the import',
  details: `Categories, artists, then titles. Importing the file again changes nothing. Pictures are named as the media store has them.
Without --out JSON Lines are printed.`,
  args: { ids: optional(several(word('IDS', 'only these titles, artists or categories')), []) },
  options: { out: optional(word('FILE', 'JSON Lines, or a table where it ends in .csv')) },
  effect: 'reads',
  transaction: 'own',
  run: async ({ deps }, { ids, out }) => {
    const find = ids.length > 0 ? await found(deps, ids) : null
    const each = async (write: (record: ImportRecord) => Promise<void> | void) => {
      if (!find) await exportCatalogue(deps, write)
      for (const record of find ?? []) await write(record)
    }
    if (out === null) return printed(each)
    const count = await writeRecords(resolve(out), formatOf(out), each)
    return {
      data: { file: resolve(out), lines: count },
      print: [line`${counted(count, 'line')} written to ${resolve(out)}`],
    }
  },
})

async function found(deps: Context['deps'], ids: readonly string[]): Promise<ImportRecord[]> {
  const { records, missing } = await exportOf(deps, ids)
  if (missing.length > 0)
    throw new UsageError(`The catalogue has none of these: ${listed(missing)}.`)
  return records
}

type Each = (write: (record: ImportRecord) => Promise<void> | void) => Promise<unknown>

async function printed(each: Each): Promise<Result> {
  const records: ImportRecord[] = []
  await each(record => void records.push(record))
  return { data: records, print: records.map(record => visibleJson(record)) }
}

/** The file is there whole or not at all. */
async function writeRecords(file: string, format: 'jsonl' | 'csv', each: Each): Promise<number> {
  const part = `${file}.part`
  const handle = await open(part, 'w').catch(() => {
    throw new UsageError(line`${file} cannot be written.`)
  })
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
