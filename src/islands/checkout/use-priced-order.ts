import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { toFailure } from '#src/lib/api/failure.ts'
import { type FailureT, failureText } from '#src/lib/api/failure-reactions.ts'
import { createPricedOrder, type OrderPricing } from '#src/lib/checkout/priced-order.store.ts'
import type { Translate } from '#src/lib/i18n/translate.ts'

type Off = 'checkout.voucher.off' | 'checkout.voucher.refused'
export type VoucherT = Translate<Off | 'validation.voucher'> & FailureT

/** Holds the order of this page: its price, and the voucher that lowers it. */
export function usePricedOrder<P>(pricing: () => OrderPricing<P>) {
  const [order] = useState(() => createPricedOrder(pricing()))
  return { ...useStore(order.$order), order }
}

/** Returns the texts of the voucher field. `off` is the text for a code that does not lower the price. */
export function voucherTexts(t: VoucherT, off: Off = 'checkout.voucher.off') {
  return {
    off: t(off),
    invalid: t('validation.voucher'),
    failure: (error: unknown) => failureText(toFailure(error), t),
  }
}
