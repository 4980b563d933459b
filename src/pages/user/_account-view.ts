/** View of the account page. It uses the state cookie if the service cannot be reached. */
import type { Self } from '#src/contract/session.ts'
import type { SessionState } from '#src/lib/session/state.ts'

type State = Pick<SessionState, 'user' | 'profile'>

export function createAccountView(user: Self | null, state: State) {
  const { name = '', family = '', msisdn = '' } = user ?? state.user ?? {}
  const days = user?.subscription_remaining_in_day ?? 0
  return {
    name: `${name} ${family}`.trim(),
    msisdn,
    avatar: state.profile?.avatar || user?.avatar || '/avatars/default-1',
    remainingDays: days,
    endsAt: user?.subscription_ends_at ?? null,
    /** Only the primary profile sees credentials, devices and direct debit. */
    isPrimary: (user ?? state).profile?.is_primary ?? false,
  }
}
