import type { Package, PackageGroup } from '#src/contract/checkout.ts'
import { vatOf } from '../text/price.ts'

const MONTH_DAYS = 30

/** In the order of their groups, but the best offer first: on a phone it is the one that is seen. */
export function packagesInOrder(groups: readonly PackageGroup[]): Package[] {
  const list = groups.flatMap(({ packages }) => packages)
  return [...list.filter(item => item.is_best_offer), ...list.filter(item => !item.is_best_offer)]
}

/** The one that stands chosen at first: the one asked for, else the best offer, else the first. */
export function defaultPackageId(
  groups: readonly PackageGroup[],
  requested: string | null,
): string {
  const list = packagesInOrder(groups)
  const found = list.find(({ id }) => id === requested) ?? list.find(item => item.is_best_offer)
  return (found ?? list[0])?.id ?? ''
}

/** What the package would cost without its discount, with its tax; null where there is none. */
export function totalBeforeDiscount({ price, discount }: Package): number | null {
  return discount > 0 ? price + vatOf(price) : null
}

/** Rials a month, for packages of two months and more. */
export function perMonth({ total, duration_days: days }: Package): number | null {
  const months = Math.round(days / MONTH_DAYS)
  return months < 2 ? null : Math.round(total / months / 10_000) * 10_000
}

/** Whole months where a period is some. */
export function monthsOf(days: number): number | null {
  if (days >= 365) return days % 365 === 0 ? (days / 365) * 12 : null
  return days % MONTH_DAYS === 0 ? days / MONTH_DAYS : null
}
