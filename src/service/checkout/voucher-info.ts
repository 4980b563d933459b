import type { VoucherInfo } from '#src/contract/checkout.ts'
import type { Language } from '#src/contract/fields.ts'
import type { Deps } from '../deps.ts'
import { ApiError } from '../http/api-error.ts'
import { findPackage, isLowered, toPackage } from './packages.queries.ts'
import { giftQuote } from './quote.ts'
import { usableVoucher } from './vouchers.ts'

type Question = {
  code: string
  package_id?: string | undefined
  userId: string
  language: Language
}

/**
 * What a code is worth to this user, for one package or, without one, in itself.
 * @throws ApiError not_found, too_many_requests, invalid_voucher, voucher_used
 */
export async function voucherInfo(deps: Deps, question: Question): Promise<VoucherInfo> {
  const { code, package_id: packageId, userId, language } = question
  const row = packageId ? await findPackage(deps.db, packageId) : null
  if (packageId && !row) throw new ApiError('not_found')
  const voucher = await usableVoucher(deps, code, { userId, packageId, tries: userId })
  if (voucher.kind === 'gift') {
    const { item } = await giftQuote(deps, voucher, language)
    return { kind: 'gift', percent: null, amount: null, package: item, total: 0 }
  }
  if (row && !isLowered(row, voucher)) throw new ApiError('invalid_voucher')
  const lowered = row && toPackage(row, language, voucher)
  return {
    kind: 'discount',
    percent: voucher.percent,
    amount: voucher.amount,
    package: lowered,
    total: lowered?.total ?? 0,
  }
}
