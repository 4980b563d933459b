/** Saves tables of the console as files for a spreadsheet: CSV, one table a file, and a workbook with a sheet for each table. */
import { useTranslate } from 'react-admin'
import { dir } from '#src/lib/i18n/languages.ts'
import { csvText } from '#src/lib/text/csv.ts'
import { useFieldLabel } from '../actions/use-action.ts'
import { staffLanguage } from '../language.ts'
import { COUNTS, MONEY, WORDS } from './DataSheet.tsx'
import { useWord } from './fields.tsx'
import { saveFile } from './save-file.ts'
import { isTimestamp, localizedMoment } from './words.ts'

type Row = Record<string, unknown>
type Cell = string | number | null
type Table = { name: string; rows: readonly Row[] }

/** Excel reads UTF-8 only after this mark. */
const BYTE_ORDER_MARK = '\uFEFF'
/** Limit of Excel for the name of a sheet. */
const SHEET_NAME = 31

/** Returns functions that save tables with the headings and words of the language of the console. Amounts stay in rials, as in the ledger. */
export function useTableFile() {
  const label = useFieldLabel()
  const word = useWord()
  const translate = useTranslate()

  function cellsOf(rows: readonly Row[]): { heads: string[]; cells: Cell[][] } {
    const names = Object.keys(rows[0] ?? {})
    const isMixed = names.includes('what')
    const head = (name: string) =>
      MONEY.test(name) && !isMixed ? translate('staff.inRials', { name: label(name) }) : label(name)
    const cell = (row: Row, name: string): Cell => {
      const value = row[name]
      if (value === null || value === undefined) return null
      if (typeof value === 'number') return value
      if (isTimestamp(value)) return localizedMoment(value)
      const text = String(value)
      if (name === 'what' && 'rials' in row && !COUNTS.has(value))
        return translate('staff.inRials', { name: word(text) })
      return WORDS.test(name) || name === 'gateway' || name === 'package' ? word(text) : text
    }
    return { heads: names.map(head), cells: rows.map(row => names.map(name => cell(row, name))) }
  }

  return {
    saveTable(rows: readonly Row[], file: string): void {
      const { heads, cells } = cellsOf(rows)
      const text = BYTE_ORDER_MARK + csvText(heads, cells)
      saveFile(new Blob([text], { type: 'text/csv' }), file)
    },
    async saveWorkbook(tables: readonly Table[], file: string): Promise<void> {
      // The library is loaded by the few who need it.
      const { default: writeExcelFile } = await import('write-excel-file/browser')
      const sheets = tables.map(({ name, rows }) => {
        const { heads, cells } = cellsOf(rows)
        return {
          sheet: name.slice(0, SHEET_NAME),
          data: [heads.map(value => ({ value, fontWeight: 'bold' as const })), ...cells],
          stickyRowsCount: 1,
          rightToLeft: dir(staffLanguage()) === 'rtl',
        }
      })
      await writeExcelFile(sheets).toFile(file)
    },
  }
}
