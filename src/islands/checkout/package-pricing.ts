import type { PackageGroup } from '#src/contract/checkout.ts'
import { api } from '#src/lib/api/browser.ts'
import {
  type Checkout,
  type PricedPackages,
  pricePackages,
} from '#src/lib/checkout/load-checkout.ts'
import type { OrderPricing } from '#src/lib/checkout/priced-order.store.ts'
import { emptyVoucher, type VoucherState } from '#src/lib/checkout/voucher.ts'
import { type VoucherT, voucherTexts } from './use-priced-order.ts'

type Request = {
  /** The packages without a voucher. */
  groups: PackageGroup[]
  /** Text of the voucher in the address. */
  text: string
  loaded: Pick<Checkout, 'quote' | 'rejection'> | null
}

/** Prices every package with and without a voucher, beginning with what the page has loaded. */
export function packagePricing(request: Request, t: VoucherT): OrderPricing<PricedPackages> {
  const { groups, loaded } = request
  const plain = { groups, info: null }
  return {
    initial: {
      voucher: firstVoucher(request, t),
      quote: loaded?.quote ?? { code: null, priced: plain },
    },
    price: async code => (code ? pricePackages(api, groups, code) : plain),
    infoOf: ({ info }) => info,
    texts: voucherTexts(t),
  }
}

function firstVoucher({ text, loaded }: Request, t: VoucherT): VoucherState {
  const quote = loaded?.quote
  if (quote?.code && quote.priced.info)
    return { step: 'success', text: quote.code, info: quote.priced.info }
  if (loaded && loaded.rejection !== null)
    return { step: 'typing', text, error: loaded.rejection || t('validation.voucher') }
  return emptyVoucher(text)
}
