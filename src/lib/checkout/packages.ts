import type { Package, PackageGroup } from '#src/contract/checkout.ts'
import { computeVat } from '../text/price.ts'

const MONTH_DAYS = 30
const RIALS_IN_TOMAN = 10
const ROUNDED_TO = 100 * RIALS_IN_TOMAN

/**
 * Lists for each field of a package a function that returns true if its value keeps this viewer from buying the package; null if no value
 * does. The preselected package and the cheapest one are those that can be bought. A new field does not compile before it is listed here.
 */
const REFUSES: { [Field in keyof Package]: ((value: Package[Field]) => boolean) | null } = {
  id: null,
  title: null,
  description: null,
  duration_days: null,
  renewal: null,
  is_best_offer: null,
  price: null,
  discount: null,
  vat: null,
  total: null,
}

function isRefused<Field extends keyof Package>(item: Package, field: Field): boolean {
  return REFUSES[field]?.(item[field]) ?? false
}

/** True if this viewer may buy the package. */
export function canBuy(item: Package): boolean {
  return !(Object.keys(REFUSES) as Array<keyof Package>).some(field => isRefused(item, field))
}

/**
 * Returns the packages in the order of their groups, the best offer first, because a phone shows only one without
 * scrolling.
 */
export function packagesInOrder(groups: readonly PackageGroup[]): Package[] {
  const list = groups.flatMap(({ packages }) => packages)
  return [...list.filter(item => item.is_best_offer), ...list.filter(item => !item.is_best_offer)]
}

/**
 * Returns the initially selected package that can be bought: the requested one, else the best offer, else the first. If none can be
 * bought, it is the first package, so that the page says why.
 */
export function defaultPackageId(
  groups: readonly PackageGroup[],
  requested: string | null,
): string {
  const all = packagesInOrder(groups)
  const list = all.filter(canBuy)
  const found = list.find(({ id }) => id === requested) ?? list.find(item => item.is_best_offer)
  return (found ?? list[0] ?? all[0])?.id ?? ''
}

/** Returns the price with tax before the discount; null without a discount. */
export function totalBeforeDiscount({ price, discount }: Package): number | null {
  return discount > 0 ? price + computeVat(price) : null
}

/** Price per month in Rials, and whether it is rounded. */
export type Monthly = { amount: number; isRounded: boolean }

/**
 * Returns the price per month of packages of two months or more, else null. Exact if whole tomans multiplied by the
 * months give the total; otherwise rounded to hundreds of tomans.
 */
export function monthlyPrice({ total, duration_days: days }: Package): Monthly | null {
  const months = wholeMonths(days) ?? days / MONTH_DAYS
  if (months < 2) return null
  const exact = total / months
  if (exact % RIALS_IN_TOMAN === 0) return { amount: exact, isRounded: false }
  return { amount: Math.round(exact / ROUNDED_TO) * ROUNDED_TO, isRounded: true }
}

/** Returns the lowest price per month in Rials, tax included, of packages of a month or more; null if there is none. */
export function lowestMonthlyPrice(groups: readonly PackageGroup[]): number | null {
  const prices = packagesInOrder(groups)
    .filter(item => item.duration_days >= MONTH_DAYS && canBuy(item))
    .map(item => monthlyPrice(item)?.amount ?? item.total)
  return prices.length > 0 ? Math.min(...prices) : null
}

/** Returns the period in months; null if it is not a multiple of a month. */
export function wholeMonths(days: number): number | null {
  if (days >= 365) return days % 365 === 0 ? (days / 365) * 12 : null
  return days % MONTH_DAYS === 0 ? days / MONTH_DAYS : null
}
