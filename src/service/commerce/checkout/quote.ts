import type { Package, Totals } from '#src/contract/checkout.ts'
import type { Language } from '#src/contract/fields.ts'
import { translations } from '#src/lib/i18n/i18n.ts'
import {
  type LocalizedColumns,
  translationColumns,
  translationsOf,
  translationsToColumns,
} from '../../platform/db/localized.ts'
import type { Deps } from '../../platform/deps.ts'
import { ApiError, invalidField } from '../../platform/http/api-error.ts'
import type { InvoiceSubject } from './invoices.ts'
import { findPackage, isReducedBy, type PackageRow, toPackage } from './packages.queries.ts'
import { computeTotals } from './pricing.ts'
import { requireUsableVoucher, type Voucher } from './vouchers.ts'

export type Quote = LocalizedColumns<'title'> & {
  item: Package
  totals: Totals
  voucher: Voucher | null
  subject: InvoiceSubject
}
export type QuoteRequest = {
  packageId: string | null
  code: string | null
  /** Names of package and code in the call, for errors; `package_id` and `voucher_code` by default. */
  names?: { package: string; code: string }
  userId: string
  language: Language
}

const OF_BODY = { package: 'package_id', code: 'voucher_code' }

/**
 * Computes the current price of a purchase from our own tables, never from a client's values.
 * @throws ApiError not_found, validation_error, invalid_voucher, voucher_used
 */
export async function quotePurchase(deps: Deps, request: QuoteRequest): Promise<Quote> {
  const { packageId, code, names = OF_BODY, userId, language } = request
  const row = packageId ? await findPackage(deps.db, packageId) : null
  if (packageId && !row) throw new ApiError('not_found')
  const voucher = code
    ? await requireUsableVoucher(deps, code, {
        userId,
        packageId,
        tries: userId,
        field: names.code,
      })
    : null
  if (voucher?.kind === 'gift') return quoteGift(deps, voucher, language)
  if (!row) throw invalidField(names.package, 'validation.required')
  if (row.renewal === 'direct_debit') throw invalidField(names.package, 'validation.invalid')
  return purchaseQuote(row, voucher, language)
}

function purchaseQuote(row: PackageRow, voucher: Voucher | null, language: Language): Quote {
  const item = toPackage(row, language, voucher)
  const { price, discount, vat, total } = item
  return {
    item,
    ...translationColumns(row, 'title'),
    totals: { price, discount, vat, total },
    voucher: isReducedBy(row, voucher) ? voucher : null,
    subject: { kind: 'subscription', packageId: row.id, durationDays: row.durationDays },
  }
}

/** Returns the quote of a gift voucher, which grants its days at no cost. */
export async function quoteGift(deps: Deps, voucher: Voucher, language: Language): Promise<Quote> {
  const row = voucher.packageId ? await findPackage(deps.db, voucher.packageId) : null
  const days = voucher.giftDays ?? 0
  const title = row
    ? translationsOf(row, 'title')
    : translations('checkout.gift.title', { count: days })
  const totals = computeTotals(row ? row.price : 0, row ? row.discount : 0, { kind: 'gift' })
  return {
    item: {
      id: row?.id ?? 'gift',
      title: title[language],
      description: null,
      duration_days: days,
      renewal: 'once',
      is_best_offer: false,
      ...totals,
    },
    ...translationsToColumns('title', title),
    totals,
    voucher,
    subject: { kind: 'gift', packageId: row?.id ?? null, durationDays: days },
  }
}
