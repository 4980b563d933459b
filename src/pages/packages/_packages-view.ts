/** View of the packages page: the buyer, and the parameters of the address. */
import type { PackageGroup } from '#src/contract/checkout.ts'
import { VOUCHER_LENGTH } from '#src/contract/limits.ts'
import type { SessionState } from '#src/lib/session/state.ts'

export function createPackagesView(user: SessionState['user'], search: URLSearchParams) {
  const remainingDays = user?.subscription_remaining_in_day ?? 0
  return {
    remainingDays,
    titleKey: remainingDays > 0 ? 'checkout.title.extend' : 'checkout.title.buy',
    /** Time of the next direct debit, which renews the subscription. */
    nextDebit: remainingDays > 0 ? (user?.next_debit_at ?? null) : null,
    packageId: search.get('package'),
    voucher: (search.get('voucher') ?? '').slice(0, VOUCHER_LENGTH),
  } as const
}

/** Returns the packages on offer. A subscription that renews by direct debit needs no second contract. */
export function offeredGroups(
  groups: readonly PackageGroup[],
  { nextDebit }: { nextDebit: string | null },
): PackageGroup[] {
  return groups
    .map(group => ({
      ...group,
      packages: group.packages.filter(({ renewal }) => renewal === 'once' || nextDebit === null),
    }))
    .filter(({ packages }) => packages.length > 0)
}
