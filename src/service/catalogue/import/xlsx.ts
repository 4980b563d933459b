/** Reads an Excel workbook (XLSX) as rows of a table, with the texts that a CSV file of it would have. */
import { readFile } from 'node:fs/promises'
import { unzipSync, zipSync } from 'fflate'
import readWorkbook from 'read-excel-file/universal'
import { FileError } from './problem.ts'
import type { TableRecord } from './table-rows.ts'
import { visibleText } from './written-value.ts'

const FILE_BYTES_MAX = 64 * 1024 * 1024
/** A workbook is XML, which shrinks to a twentieth; more than this would fill the memory. */
const UNPACKED_BYTES_MAX = 256 * 1024 * 1024
/** The moment from which spreadsheets count days. Times of the day without a date are on it. */
const DAY_ZERO = Date.UTC(1899, 11, 30)
const FIRST_YEAR = 1901

export type Workbook = {
  /** Rows of the first sheet with values; blank rows are kept, so that numbers of rows are those of the spreadsheet. */
  rows: string[][]
  sheet: string
  /** Further sheets with values, which an import does not read. */
  others: { sheet: string; rows: number }[]
}

/** @throws FileError if it is not a workbook, or too large */
export async function readXlsx(file: string): Promise<Workbook> {
  const sheets = await readWorkbook(unpacked(await readFile(file)), { trim: false }).catch(() => {
    throw new FileError(
      'The file is not an Excel workbook (XLSX). Save it again, or save it as CSV.',
    )
  })
  const read = sheets.map(({ sheet, data }) => ({
    sheet,
    rows: data.map(row => row.map(cellText)),
  }))
  const filled = read.filter(({ rows }) => rows.some(hasValue))
  const [first] = filled
  if (!first) throw new FileError('The workbook has no row with a value.')
  const others = filled
    .slice(1)
    .map(({ sheet, rows }) => ({ sheet, rows: rows.filter(hasValue).length }))
  return { ...first, others }
}

/** @param size of the file in bytes, of which each row counts as an equal part */
export async function* xlsxRecords({ rows }: Workbook, size: number): AsyncGenerator<TableRecord> {
  for (const [at, cells] of rows.entries())
    yield { cells, number: at + 1, bytes: Math.round((size * (at + 1)) / rows.length) }
}

/**
 * Returns the workbook without compression. Its size is checked before anything is unpacked, and entries cannot become larger than they
 * say. @throws FileError
 */
function unpacked(bytes: Uint8Array): ArrayBuffer {
  if (bytes.length > FILE_BYTES_MAX)
    throw new FileError('The workbook is larger than 64 MB. Save it as CSV.')
  let total = 0
  const count = ({ originalSize }: { originalSize: number }) => {
    total += originalSize
    return false
  }
  try {
    unzipSync(bytes, { filter: count })
  } catch {
    throw new FileError(
      'The file is not an Excel workbook (XLSX). Save it again, or save it as CSV.',
    )
  }
  if (total > UNPACKED_BYTES_MAX)
    throw new FileError('The workbook is larger than 256 MB when it is unpacked. Save it as CSV.')
  const entries = unzipSync(bytes, { filter: ({ name }) => /\.(?:xml|rels)$/.test(name) })
  return zipSync(entries, { level: 0 }).buffer as ArrayBuffer
}

function hasValue(row: readonly string[]): boolean {
  return row.some(cell => visibleText(cell) !== '')
}

function cellText(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (!(value instanceof Date))
    return typeof value === 'boolean' ? String(value).toUpperCase() : String(value)
  if (value.getUTCFullYear() < FIRST_YEAR) return clockText(value.getTime() - DAY_ZERO)
  const text = value.toISOString()
  return text.slice(0, text.slice(11, 19) === '00:00:00' ? 10 : 19)
}

/** Formats a time without a date, which is a duration: `01:35:00`. */
function clockText(ms: number): string {
  const seconds = Math.round(ms / 1_000)
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  return parts.map(part => String(part).padStart(2, '0')).join(':')
}
