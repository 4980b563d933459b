/** What came in, from whom and for what, in some days. Each section is a table; all of them see the same moment. */
import { inTransaction } from '../db/open.ts'
import type { Deps } from '../deps.ts'
import { cinema } from './cinema.ts'
import { directDebit } from './direct-debit.ts'
import { ledger } from './ledger.ts'
import { byDay, byGateway, byPackage, summary } from './money.ts'
import type { Period } from './period.ts'
import type { MakeSection, Section } from './section.ts'
import { subscribers } from './subscribers.ts'
import { views } from './views.ts'
import { voucherUse } from './vouchers.ts'

/** In the order of printing. */
export const SECTIONS = {
  summary,
  packages: byPackage,
  gateways: byGateway,
  days: byDay,
  subscribers,
  'direct-debit': directDebit,
  cinema,
  vouchers: voucherUse,
  titles: views,
  ledger,
} as const satisfies Record<string, MakeSection>
export type SectionName = keyof typeof SECTIONS
export const SECTION_NAMES = Object.keys(SECTIONS) as SectionName[]

/** Too long to read: only where it is asked for. */
const LONG: readonly SectionName[] = ['ledger']
export const SHORT_SECTIONS = SECTION_NAMES.filter(name => !LONG.includes(name))

export async function report(
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
