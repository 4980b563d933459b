import type { PackageGroup, VoucherInfo } from '#src/contract/checkout.ts'
import { checkVoucher, groupPackages } from '#src/contract/endpoints/checkout.ts'
import { api } from '#src/lib/api/browser.ts'
import type { OrderPricing } from '#src/lib/checkout/priced-order.store.ts'
import { emptyVoucher } from '#src/lib/checkout/voucher.ts'
import { type VoucherT, voucherTexts } from './use-priced-order.ts'

type PricedPackages = { groups: PackageGroup[]; info: VoucherInfo | null }

/** Every package with and without a code. `text`: the code of the address. */
export function packagePricing(
  { groups, text }: { groups: PackageGroup[]; text: string },
  t: VoucherT,
): OrderPricing<PricedPackages> {
  const plain = { groups, info: null }
  return {
    initial: { voucher: emptyVoucher(text), quote: { code: null, priced: plain } },
    price: async code => {
      if (!code) return plain
      const info = await api(checkVoucher, { query: { code } })
      if (info.kind === 'gift') return { groups, info }
      return { ...(await api(groupPackages, { body: { voucher_code: code } })), info }
    },
    infoOf: ({ info }) => info,
    texts: voucherTexts(t),
  }
}
