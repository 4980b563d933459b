/** What the packages page shows and passes on: who buys, and what its address asks for. */
import { VOUCHER_LENGTH } from '#src/contract/limits.ts'
import type { SessionState } from '#src/lib/session/state.ts'

export function packagesView(user: SessionState['user'], search: URLSearchParams) {
  const remainingDays = user?.subscription_remaining_in_day ?? 0
  return {
    remainingDays,
    titleKey: remainingDays > 0 ? 'checkout.title.extend' : 'checkout.title.buy',
    packageId: search.get('package'),
    voucher: (search.get('voucher') ?? '').slice(0, VOUCHER_LENGTH),
  } as const
}
