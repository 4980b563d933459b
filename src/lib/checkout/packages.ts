import type { Package, PackageGroup } from '#src/contract/checkout.ts'
import { vatOf } from '../text/price.ts'

const MONTH_DAYS = 30

/** In the order of their groups, the best offer first: a phone shows only the first one without scrolling. */
export function packagesInOrder(groups: readonly PackageGroup[]): Package[] {
  const list = groups.flatMap(({ packages }) => packages)
  return [...list.filter(item => item.is_best_offer), ...list.filter(item => !item.is_best_offer)]
}

/** The initially selected package: the requested one, else the best offer, else the first. */
export function defaultPackageId(
  groups: readonly PackageGroup[],
  requested: string | null,
): string {
  const list = packagesInOrder(groups)
  const found = list.find(({ id }) => id === requested) ?? list.find(item => item.is_best_offer)
  return (found ?? list[0])?.id ?? ''
}

/** Price with tax before the discount; null without a discount. */
export function totalBeforeDiscount({ price, discount }: Package): number | null {
  return discount > 0 ? price + vatOf(price) : null
}

/** Rials per month for packages of two months or more, else null. */
export function perMonth({ total, duration_days: days }: Package): number | null {
  const months = Math.round(days / MONTH_DAYS)
  return months < 2 ? null : Math.round(total / months / 10_000) * 10_000
}

/** The period in whole months; null where it is not a multiple of one. */
export function monthsOf(days: number): number | null {
  if (days >= 365) return days % 365 === 0 ? (days / 365) * 12 : null
  return days % MONTH_DAYS === 0 ? days / MONTH_DAYS : null
}
