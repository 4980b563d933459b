/** Packages as the commands print them. */

import { DEFAULT_LANGUAGE } from '#src/contract/languages.ts'
import { counted } from '#src/lib/text/count.ts'
import type { PackageChange, Terms } from '../../../checkout/apply-packages.ts'
import type { listPackages } from '../../../checkout/packages.queries.ts'
import { totalsOf } from '../../../checkout/pricing.ts'
import { localizedOf, textOf } from '../../../db/localized.ts'
import type { Part, Result } from '../../framework/result.ts'
import { type Column, shownNumber } from '../../framework/table.ts'

const columns = (...list: string[]): Column[] => list.map(name => ({ name }))
const numbers = (...list: string[]): Column[] => list.map(name => ({ name, align: 'end' }))

export function packagesShown(list: Awaited<ReturnType<typeof listPackages>>): Result {
  const shown = list.map(({ group, row }) => ({
    ...{ id: row.id, group: group.id, title: localizedOf(row, 'title'), days: row.durationDays },
    ...totalsOf(row.price, row.discount),
    ...{ renewal: row.renewal, best_offer: row.isBestOffer, sold: row.isActive },
  }))
  const sold = shown.filter(item => item.sold).length
  return {
    data: shown,
    print: [
      {
        columns: [
          ...columns('package', 'group', 'title'),
          ...numbers('days', 'price', 'discount', 'VAT', 'total'),
          ...columns('renewal', 'state'),
        ],
        rows: list.map(({ row }, at) => {
          const { id, group, days, price, discount, vat, total, renewal } = shown[at] as Item
          const title = textOf(row, 'title', DEFAULT_LANGUAGE)
          const state = row.isActive ? 'sold' : 'retired'
          return [id, group, title, days, price, discount, vat, total, renewal, state]
        }),
      },
      sold === 0
        ? 'Nothing is on sale: npm run packages -- apply FILE (docs/packages.md)'
        : `${counted(sold, 'package')} on sale`,
    ],
  }
  type Item = (typeof shown)[number]
}

/** A line for each that is not the same, and how many of each kind. */
export function changesShown(changes: readonly PackageChange[]) {
  const counts: Partial<Record<PackageChange['change'], number>> = {}
  for (const { change } of changes) counts[change] = (counts[change] ?? 0) + 1
  const print: Part[] = changes.every(({ change }) => change === 'same')
    ? []
    : [
        {
          columns: columns('package', 'change', 'before', 'after'),
          rows: changes
            .filter(({ change }) => change !== 'same')
            .map(({ id, change, before, after }) => [id, change, terms(before), terms(after)]),
        },
      ]
  const wire = changes.map(change => ({
    ...change,
    before: termsWire(change.before),
    after: termsWire(change.after),
  }))
  return { print, counts, wire }
}

function termsWire(given: Terms | null) {
  if (!given) return null
  const { durationDays: days, price, discount, renewal } = given
  return { days, price, discount, renewal }
}

/** `30 days, 1,639,000 rials` with VAT. */
function terms(given: Terms | null): string | null {
  if (!given) return null
  const { total } = totalsOf(given.price, given.discount)
  const monthly = given.renewal === 'direct_debit' ? ' by direct debit' : ''
  return `${given.durationDays} days, ${shownNumber(total)} rials${monthly}`
}
