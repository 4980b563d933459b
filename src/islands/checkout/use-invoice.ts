import {
  getPaymentGateways,
  getPaymentGatewaysWithVoucher,
} from '#src/contract/endpoints/checkout.ts'
import { api } from '#src/lib/api/browser.ts'
import { invoiceInfo, type LoadedInvoice } from '#src/lib/checkout/load-invoice.ts'
import type { OrderPricing } from '#src/lib/checkout/priced-order.store.ts'
import { usePricedOrder, type VoucherT, voucherTexts } from './use-priced-order.ts'

export type InvoiceRequest = {
  packageId: string
  /** Of the address; null without a valid one. */
  voucher: string | null
  /** A voucher of the address that does not count, and why. */
  rejected: { text: string; error: string } | null
  /** Null when it could not be loaded: the island retries. */
  initial: LoadedInvoice | null
  /** Called with the voucher of each new invoice. */
  onChange: (voucher: string | null) => void
}

/** The invoice of a package and the voucher that lowers it. */
export function useInvoice(request: InvoiceRequest, t: VoucherT) {
  return usePricedOrder<LoadedInvoice>(() => {
    const { packageId, voucher, onChange } = request
    return {
      initial: firstInvoice(request, t),
      requested: voucher,
      price: async code =>
        code
          ? api(getPaymentGatewaysWithVoucher, { params: { a: packageId, b: code } })
          : api(getPaymentGateways, { params: { a: packageId } }),
      infoOf: invoiceInfo,
      texts: voucherTexts(t),
      onQuote: ({ code }) => onChange(code),
    }
  })
}

function firstInvoice(
  { voucher, rejected, initial }: InvoiceRequest,
  t: VoucherT,
): OrderPricing<LoadedInvoice>['initial'] {
  const text = voucher ?? ''
  const info = voucher && initial ? invoiceInfo(initial) : null
  const quote = initial && { code: info && voucher, priced: initial }
  if (info) return { voucher: { step: 'success', text, info }, quote }
  if (rejected) return { voucher: { step: 'typing', ...rejected }, quote }
  const error = initial && text ? t('checkout.voucher.off') : null
  return { voucher: { step: 'typing', text, error }, quote }
}
