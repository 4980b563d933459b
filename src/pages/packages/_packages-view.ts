/** What the packages page shows and passes on: who buys, and what its address asks for. */
import type { SessionState } from '#src/lib/session/state.ts'

/** Longer than any code, and short enough to show again. */
const VOUCHER_MAX = 41

export function packagesView(user: SessionState['user'], search: URLSearchParams) {
  const remainingDays = user?.subscription_remaining_in_day ?? 0
  return {
    remainingDays,
    titleKey: remainingDays > 0 ? 'checkout.title.extend' : 'checkout.title.buy',
    packageId: search.get('package'),
    voucher: (search.get('voucher') ?? '').slice(0, VOUCHER_MAX),
  } as const
}
