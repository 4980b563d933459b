// Reads the invoice of the payment page, with the voucher of its address where that is valid.
import type { Gateway, Invoice, Package, VoucherInfo } from '#src/contract/checkout.ts'
import {
  getPaymentGateways,
  getPaymentGatewaysWithVoucher,
} from '#src/contract/endpoints/checkout.ts'
import type { Api } from '../api/client.ts'
import { failureOf } from '../api/failure.ts'
import { voucherCode } from './voucher.ts'

export type LoadedInvoice = { invoice: Invoice; package: Package; gateways: Gateway[] }

/** What the voucher field says of an invoice; null for one whose code does not lower the price. What costs nothing is a gift. */
export function invoiceInfo({ invoice, package: item }: LoadedInvoice): VoucherInfo | null {
  if (!invoice.voucher_code) return null
  const { discount: amount, total } = invoice
  const kind = total === 0 ? 'gift' : 'discount'
  return { kind, percent: null, amount, package: item, total }
}

export type InvoicePage =
  | { kind: 'direct_debit' }
  | { kind: 'unknown_package' }
  | {
      kind: 'invoice'
      /** Null when the service could not be reached: the island asks again. */
      loaded: LoadedInvoice | null
      voucher: string | null
      /** Why the voucher does not count; empty for a text that cannot be one. */
      rejection: string | null
    }

export async function loadInvoice(
  api: Api,
  packageId: string,
  voucherText: string | null,
): Promise<InvoicePage> {
  const voucher = voucherCode(voucherText ?? '')
  const rejection = voucherText && !voucher ? '' : null
  const params = { a: packageId }
  try {
    const loaded = voucher
      ? await api(getPaymentGatewaysWithVoucher, { params: { ...params, b: voucher } })
      : await api(getPaymentGateways, { params })
    return { kind: 'invoice', loaded, voucher, rejection }
  } catch (error) {
    const failure = failureOf(error)
    if (failure.kind !== 'api_error') return { kind: 'invoice', loaded: null, voucher, rejection }
    // A package of direct debit has no gateways: it begins with its agreement.
    if ('package_id' in failure.errors) return { kind: 'direct_debit' }
    if (failure.status === 404) return { kind: 'unknown_package' }
    if (!voucher || failure.status >= 500)
      return { kind: 'invoice', loaded: null, voucher, rejection }
    // Only the voucher is rejected: the purchase goes on at the full price.
    const loaded = await api(getPaymentGateways, { params }).catch(() => null)
    return { kind: 'invoice', loaded, voucher: null, rejection: failure.message ?? '' }
  }
}
