import { buildReport, SECTION_NAMES, SHORT_SECTIONS } from '../../report/report.ts'
import { dayField, monthField, seasonField, yearField } from '../framework/dates.ts'
import { choiceField, fileField, flagField, optional } from '../framework/fields.ts'
import { defineAction, type Noun } from '../framework/noun.ts'
import { writeOutputFile } from '../output-file.ts'
import { line } from '../terminal.ts'
import { presentSections, sectionsCsv, sectionsWire } from './shapes/report.ts'
import { readReportPeriod } from './shapes/report-period.ts'

/** Spreadsheets show Persian text correctly if the file begins with this byte order mark. */
const BOM = '\ufeff'

export default {
  only: defineAction({
    summary: 'Reports revenue, VAT, refunds, subscribers, cinema and vouchers',
    details: `Without days it covers the current Jalali month. Amounts are in rials, summed from the ledger; sales and refunds exclude VAT. The section
ledger lists every line; a debit is positive.`,
    options: {
      from: optional(dayField('DAY', 'the first day')),
      to: optional(dayField('DAY', 'the last day (today)')),
      yesterday: flagField('only yesterday'),
      month: optional(monthField('MONTH', 'a whole month, such as 1405-01 or 2026-03')),
      season: optional(seasonField('SEASON', 'a Jalali season, such as 1405-2 for the summer')),
      year: optional(yearField('YEAR', 'a whole year, such as 1405 or 2026')),
      section: optional(choiceField('NAME', 'only this section', SECTION_NAMES)),
      csv: flagField('prints CSV'),
      out: optional(fileField('FILE.csv', 'writes CSV to this file')),
    },
    effect: 'reads',
    transaction: 'own',
    run: async ({ deps }, { section, csv, out, ...days }) => {
      const period = readReportPeriod(days, await deps.databaseNow(deps.db))
      const sections = await buildReport(deps, period, section ? [section] : SHORT_SECTIONS)
      const data = sectionsWire(period, sections)
      if (!csv && out === null) return { data, print: presentSections(period, sections) }
      const text = sectionsCsv(sections)
      if (out === null) return { data, print: text.trimEnd().split('\r\n') }
      await writeOutputFile(out, BOM + text)
      return { data: { ...data, file: out }, print: [line`The report is in ${out}`] }
    },
  }),
} satisfies Noun
