import { endColumns, startColumns } from '../../framework/table.ts'
/** Prints packages. */

import { DEFAULT_LANGUAGE } from '#src/contract/languages.ts'
import { counted } from '#src/lib/text/count.ts'
import type { PackageChange, Terms } from '../../../../commerce/checkout/apply-packages.ts'
import type { PackagePrice } from '../../../../commerce/checkout/package-prices.ts'
import type { listPackages } from '../../../../commerce/checkout/packages.queries.ts'
import { computeTotals } from '../../../../commerce/checkout/pricing.ts'
import { translatedText, translationsOf } from '../../../../platform/db/localized.ts'
import type { Part, Result } from '../../framework/result.ts'
import { formatInteger } from '../../framework/table.ts'

/** Columns that appear if a price is planned. */
const NEXT = ['next price', 'from']

export function presentPackages(
  list: Awaited<ReturnType<typeof listPackages>>,
  planned: readonly PackagePrice[],
): Result {
  const nextOf = (id: string) => planned.find(({ packageId }) => packageId === id)
  const shown = list.map(({ group, row }) => ({
    id: row.id,
    group: group.id,
    title: translationsOf(row, 'title'),
    days: row.durationDays,
    ...computeTotals(row.price, row.discount),
    renewal: row.renewal,
    best_offer: row.isBestOffer,
    sold: row.isActive,
    next_price: nextOf(row.id)?.price ?? null,
    next_discount: nextOf(row.id)?.discount ?? null,
    next_from: nextOf(row.id)?.startsAt ?? null,
  }))
  const sold = shown.filter(item => item.sold).length
  return {
    data: shown,
    print: [
      {
        columns: [
          ...startColumns('package', 'group', 'title'),
          ...endColumns('days', 'price', 'discount', 'VAT', 'total'),
          ...startColumns('renewal', 'state', ...(planned.length > 0 ? NEXT : [])),
        ],
        rows: list.map(({ row }, at) => {
          const { id, group, days, price, discount, vat, total, renewal, ...item } = shown[
            at
          ] as Item
          const title = translatedText(row, 'title', DEFAULT_LANGUAGE)
          const state = row.isActive ? 'sold' : 'retired'
          const next = planned.length > 0 ? [item.next_price, item.next_from] : []
          return [id, group, title, days, price, discount, vat, total, renewal, state, ...next]
        }),
      },
      sold === 0
        ? 'Nothing is on sale. Put packages on sale with ./pardeh packages apply FILE (docs/packages.md).'
        : `${counted(sold, 'package')} on sale`,
    ],
  }
  type Item = (typeof shown)[number]
}

/** Returns a table with a line for each package that changes, the number of each kind of change, and the changes as JSON. */
export function presentPackageChanges(changes: readonly PackageChange[]) {
  const counts: Partial<Record<PackageChange['change'], number>> = {}
  for (const { change } of changes) counts[change] = (counts[change] ?? 0) + 1
  const print: Part[] = changes.every(({ change }) => change === 'same')
    ? []
    : [
        {
          columns: startColumns('package', 'change', 'before', 'after'),
          rows: changes
            .filter(({ change }) => change !== 'same')
            .map(({ id, change, before, after }) => [
              id,
              change,
              termsText(before),
              termsText(after),
            ]),
        },
      ]
  const wire = changes.map(change => ({
    ...change,
    before: termsWire(change.before),
    after: termsWire(change.after),
  }))
  return { print, counts, wire }
}

/** Name of each term in JSON and its text on the screen; the text is null if another term's text includes it. */
const TERMS: {
  [Term in keyof Terms]: { wire: string; print: ((terms: Terms) => string | null) | null }
} = {
  durationDays: { wire: 'days', print: ({ durationDays }) => `${durationDays} days` },
  price: {
    wire: 'price',
    print: ({ price, discount }) => `${formatInteger(computeTotals(price, discount).total)} rials`,
  },
  discount: { wire: 'discount', print: null },
  renewal: {
    wire: 'renewal',
    print: ({ renewal }) => (renewal === 'direct_debit' ? 'by direct debit' : null),
  },
}

function termsWire(terms: Terms | null) {
  if (!terms) return null
  const names = Object.keys(TERMS) as Array<keyof Terms>
  return Object.fromEntries(names.map(name => [TERMS[name].wire, terms[name]]))
}

/** Returns the terms with VAT: `30 days, 1,639,000 rials, by direct debit`. */
function termsText(terms: Terms | null): string | null {
  if (!terms) return null
  return Object.values(TERMS)
    .map(({ print }) => print?.(terms) ?? null)
    .filter(text => text !== null)
    .join(', ')
}
