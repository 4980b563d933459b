/** Builds a report of sales and use in a period. Each section is a table; all sections read the same snapshot. */
import { inTransaction } from '../../platform/db/open.ts'
import type { Deps } from '../../platform/deps.ts'
import { cinemaSection } from './cinema.ts'
import { directDebitSection } from './direct-debit.ts'
import { invoicesSection } from './invoices.ts'
import { ledgerSection } from './ledger.ts'
import { daysSection, gatewaysSection, packagesSection, summarySection } from './money.ts'
import type { Period } from './period.ts'
import type { MakeSection, Section } from './section.ts'
import { subscribersSection } from './subscribers.ts'
import { viewsSection } from './views.ts'
import { vouchersSection } from './vouchers.ts'

/** Sections in the order of printing. */
const SECTIONS = {
  summary: summarySection,
  invoices: invoicesSection,
  packages: packagesSection,
  gateways: gatewaysSection,
  days: daysSection,
  subscribers: subscribersSection,
  'direct-debit': directDebitSection,
  cinema: cinemaSection,
  vouchers: vouchersSection,
  titles: viewsSection,
  ledger: ledgerSection,
} as const satisfies Record<string, MakeSection>
export type SectionName = keyof typeof SECTIONS
export const SECTION_NAMES = Object.keys(SECTIONS) as SectionName[]

/** Sections that are too long to read; they are printed only on request. */
const LONG: readonly SectionName[] = ['ledger']
export const SHORT_SECTIONS = SECTION_NAMES.filter(name => !LONG.includes(name))

export async function buildReport(
  { db, databaseNow }: Pick<Deps, 'db' | 'databaseNow'>,
  period: Period,
  names: readonly SectionName[] = SHORT_SECTIONS,
): Promise<Section[]> {
  return inTransaction(
    db,
    async tx => {
      const deps = { db: tx, now: await databaseNow(tx) }
      const sections: Section[] = []
      for (const name of names) sections.push(await SECTIONS[name](deps, period))
      return sections
    },
    { isolation: 'repeatable read' },
  )
}
