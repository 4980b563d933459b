import type { SessionState } from '../session/state.ts'

/** Sets the attributes of the document from which the style sheets show who is watching. */
export function setViewerAttributes({ user, profile }: Pick<SessionState, 'user' | 'profile'>) {
  const root = document.documentElement
  const days = user?.subscription_remaining_in_day ?? 0
  const isChild = profile !== null && profile.age_type !== 'adult'
  const attributes = {
    'signed-in': user,
    profile,
    child: isChild,
    'primary-profile': profile?.is_primary,
    subscriber: user?.conditional_flag[0],
    'has-days': days,
    renews: user?.next_debit_at,
    // Hides the buttons to buy or extend a subscription.
    'buys-nothing': isChild || days > Number(root.dataset.buyDays),
  }
  for (const [name, isOn] of Object.entries(attributes))
    root.toggleAttribute(`data-${name}`, Boolean(isOn))
}
