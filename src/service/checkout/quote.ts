import type { Package, Totals } from '#src/contract/checkout.ts'
import type { Language } from '#src/contract/fields.ts'
import { translations } from '#src/lib/i18n/i18n.ts'
import { columnsOf, type LocalizedColumns, localizedOf, toColumns } from '../db/localized.ts'
import type { Deps } from '../deps.ts'
import { ApiError } from '../http/api-error.ts'
import type { InvoiceSubject } from './invoices.ts'
import { findPackage, isLowered, type PackageRow, toPackage } from './packages.queries.ts'
import { totalsOf } from './pricing.ts'
import { usableVoucher, type Voucher } from './vouchers.ts'

export type Quote = LocalizedColumns<'title'> & {
  item: Package
  totals: Totals
  voucher: Voucher | null
  subject: InvoiceSubject
}
export type QuoteRequest = {
  packageId: string | null
  code: string | null
  userId: string
  language: Language
}

/**
 * What a purchase costs now: from our own tables, never from what a client says.
 * @throws ApiError not_found, validation_error, invalid_voucher, voucher_used
 */
export async function quote(deps: Deps, request: QuoteRequest): Promise<Quote> {
  const { packageId, code, userId, language } = request
  const row = packageId ? await findPackage(deps.db, packageId) : null
  if (packageId && !row) throw new ApiError('not_found')
  const voucher = code
    ? await usableVoucher(deps, code, { userId, packageId, tries: userId })
    : null
  if (voucher?.kind === 'gift') return giftQuote(deps, voucher, language)
  if (!row) throw required('package_id')
  if (row.renewal === 'direct_debit')
    throw new ApiError('validation_error', { errors: { package_id: 'validation.invalid' } })
  return purchaseQuote(row, voucher, language)
}

function required(field: string): ApiError {
  return new ApiError('validation_error', { errors: { [field]: 'validation.required' } })
}

function purchaseQuote(row: PackageRow, voucher: Voucher | null, language: Language): Quote {
  const item = toPackage(row, language, voucher)
  const { price, discount, vat, total } = item
  return {
    item,
    ...columnsOf(row, 'title'),
    totals: { price, discount, vat, total },
    voucher: isLowered(row, voucher) ? voucher : null,
    subject: { kind: 'subscription', packageId: row.id, durationDays: row.durationDays },
  }
}

/** A gift is worth its days, and costs nothing. */
export async function giftQuote(deps: Deps, voucher: Voucher, language: Language): Promise<Quote> {
  const row = voucher.packageId ? await findPackage(deps.db, voucher.packageId) : null
  const days = voucher.giftDays ?? 0
  const title = row
    ? localizedOf(row, 'title')
    : translations('checkout.gift.title', { count: days })
  const totals = totalsOf(row ? row.price : 0, row ? row.discount : 0, { kind: 'gift' })
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
    ...toColumns('title', title),
    totals,
    voucher,
    subject: { kind: 'gift', packageId: row?.id ?? null, durationDays: days },
  }
}
