import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { report, SECTION_NAMES, SHORT_SECTIONS } from '../../report/report.ts'
import { day } from '../framework/dates.ts'
import { UsageError } from '../framework/errors.ts'
import { choice, flag, optional, word } from '../framework/fields.ts'
import { action, type Noun } from '../framework/noun.ts'
import { line } from '../terminal.ts'
import { sectionsCsv, sectionsShown, sectionsWire } from './shapes/report.ts'
import { month, periodOf } from './shapes/report-period.ts'

/** Spreadsheets read Persian in a file that begins with it. */
const BOM = '\ufeff'

export default {
  summary: 'What came in: revenue, VAT, refunds, subscribers, cinema, vouchers',
  only: action({
    summary: 'What came in: revenue, VAT, refunds, subscribers, cinema, vouchers',
    details: `Without days it is about the present Jalali month. Amounts are rials and sums of the ledger; sales and refunds are without VAT. The section
ledger has each of its lines; a debit is positive.`,
    options: {
      from: optional(day('DAY', 'first day')),
      to: optional(day('DAY', 'last day (today)')),
      month: optional(month('MONTH', 'a whole month, such as 1405-01 or 2026-03')),
      section: optional(choice('NAME', 'only this one', SECTION_NAMES)),
      csv: flag('as CSV'),
      out: optional(word('FILE.csv', 'writes CSV to a file')),
    },
    effect: 'reads',
    transaction: 'own',
    run: async ({ deps }, { section, csv, out, ...days }) => {
      const period = periodOf(days, await deps.databaseNow(deps.db))
      const sections = await report(deps, period, section ? [section] : SHORT_SECTIONS)
      const data = sectionsWire(period, sections)
      if (!csv && out === null) return { data, print: sectionsShown(period, sections) }
      const text = sectionsCsv(sections)
      if (out === null) return { data, print: text.trimEnd().split('\r\n') }
      await writeFile(resolve(out), BOM + text).catch(() => {
        throw new UsageError(line`${resolve(out)} cannot be written.`)
      })
      return { data: { ...data, file: resolve(out) }, print: [line`It is in ${resolve(out)}`] }
    },
  }),
} satisfies Noun
