import type { VoucherInfo } from '#src/contract/checkout.ts'
import type { Language } from '#src/contract/fields.ts'
import type { Deps } from '../../platform/deps.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { findPackage, isReducedBy, toPackage } from './packages.queries.ts'
import { quoteGift } from './quote.ts'
import { invalidVoucher, requireUsableVoucher } from './vouchers.ts'

type Question = {
  code: string
  package_id?: string | undefined
  userId: string
  language: Language
}

/**
 * Returns the value of a code for this user, for one package or, without one, in general.
 * @throws ApiError not_found, too_many_requests, invalid_voucher, voucher_used
 */
export async function voucherInfo(deps: Deps, question: Question): Promise<VoucherInfo> {
  const { code, package_id: packageId, userId, language } = question
  const field = 'code'
  const row = packageId ? await findPackage(deps.db, packageId) : null
  if (packageId && !row) throw new ApiError('not_found')
  const voucher = await requireUsableVoucher(deps, code, {
    userId,
    packageId,
    tries: userId,
    field,
  })
  if (voucher.kind === 'gift') {
    const { item } = await quoteGift(deps, voucher, language)
    return { kind: 'gift', percent: null, amount: null, package: item, total: 0 }
  }
  if (row && !isReducedBy(row, voucher)) throw invalidVoucher(field)
  const lowered = row && toPackage(row, language, voucher)
  return {
    kind: 'discount',
    percent: voucher.percent,
    amount: voucher.amount,
    package: lowered,
    total: lowered?.total ?? 0,
  }
}
