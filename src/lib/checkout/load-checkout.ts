// Reads what the checkout needs besides the packages: the voucher of the address with its prices, and the gateways.
import type { Gateway, PackageGroup, VoucherInfo } from '#src/contract/checkout.ts'
import {
  checkVoucher,
  getPaymentGateways,
  groupPackages,
} from '#src/contract/endpoints/checkout.ts'
import type { Api } from '../api/client.ts'
import { isRefusal, toFailure } from '../api/failure.ts'
import { canBuy, defaultPackageId, packagesInOrder } from './packages.ts'
import type { Quote } from './priced-order.store.ts'
import { parseVoucherCode } from './voucher.ts'

/** The packages at the price with a voucher. For a gift they keep their price, and `info` has what the gift grants. */
export type PricedPackages = { groups: PackageGroup[]; info: VoucherInfo | null }

export type GatewayList =
  | { kind: 'listed'; gateways: Gateway[] }
  /** The service does not sell to this user; the message says why. */
  | { kind: 'refused'; message: string | undefined }
  /** The service could not be reached: the island tries again. */
  | { kind: 'failed' }
  | { kind: 'signed_out' }

export type Checkout = {
  /** The price with the voucher of the address; null without a voucher, or if it does not count. */
  quote: Quote<PricedPackages> | null
  /** Reason why the voucher of the address does not count; empty for a text that cannot be a voucher. */
  rejection: string | null
  list: GatewayList
}

type Request = { groups: PackageGroup[]; requestedId: string | null; voucherText: string }

/** Returns null if the session has ended: the viewer signs in again before paying. */
export async function loadCheckout(api: Api, request: Request): Promise<Checkout | null> {
  const { groups, voucherText } = request
  const code = parseVoucherCode(voucherText)
  const [list, voucher] = await Promise.all([
    loadGateways(api, cardPackageId(request)),
    code ? priceOfAddress(api, groups, code) : { quote: null, rejection: voucherText ? '' : null },
  ])
  return list.kind === 'signed_out' ? null : { list, ...voucher }
}

/** Returns every package at the price with a code. @throws CallFailed */
export async function pricePackages(
  api: Api,
  groups: PackageGroup[],
  code: string,
): Promise<PricedPackages> {
  const info = await api(checkVoucher, { query: { code } })
  if (info.kind === 'gift') return { groups, info }
  return { ...(await api(groupPackages, { body: { voucher_code: code } })), info }
}

/** Returns the gateways for a package; an empty list if no package is paid by card. */
export async function loadGateways(api: Api, packageId: string | null): Promise<GatewayList> {
  if (packageId === null) return { kind: 'listed', gateways: [] }
  try {
    const { gateways } = await api(getPaymentGateways, { params: { packageId } })
    return { kind: 'listed', gateways }
  } catch (error) {
    const failure = toFailure(error)
    if (!isRefusal(failure)) return { kind: 'failed' }
    if (failure.status === 401) return { kind: 'signed_out' }
    return { kind: 'refused', message: failure.message }
  }
}

/** Returns a package that is paid by card, the selected one if possible. One with direct debit has no gateways. */
export function cardPackageId({
  groups,
  requestedId,
}: Omit<Request, 'voucherText'>): string | null {
  const cards = packagesInOrder(groups).filter(({ renewal }) => renewal === 'once')
  const selected = defaultPackageId(groups, requestedId)
  return (cards.find(({ id }) => id === selected) ?? cards.find(canBuy) ?? cards[0])?.id ?? null
}

async function priceOfAddress(
  api: Api,
  groups: PackageGroup[],
  code: string,
): Promise<Pick<Checkout, 'quote' | 'rejection'>> {
  try {
    return { quote: { code, priced: await pricePackages(api, groups, code) }, rejection: null }
  } catch (error) {
    const failure = toFailure(error)
    return { quote: null, rejection: isRefusal(failure) ? (failure.message ?? '') : null }
  }
}
