import { useEffect, useState } from 'react'
import { getSelf } from '#src/contract/endpoints/session.ts'
import { api } from '#src/lib/api/browser.ts'
import type { SessionState } from '#src/lib/session/state.ts'

type User = NonNullable<SessionState['user']>

/** The text of a carrier subscription. */
export function Carrier({ user }: { user: User }) {
  const carrier = useCarrier(user)
  if (!carrier) return null
  return (
    <p className="m-0 mt-2 flex items-start gap-2 text-sm" data-carrier>
      <i className="i-lucide-signal text-base text-accent mt-0.5" />
      <span>
        <bdi>{carrier}</bdi>
      </span>
    </p>
  )
}

/** Loads the text in the page's language, for carrier subscribers only. */
function useCarrier({ conditional_flag }: User): string | null {
  const [text, setText] = useState<string | null>(null)
  const isCarrier = conditional_flag.includes('has_carrier_subscription')
  useEffect(() => {
    if (!isCarrier) return setText(null)
    api(getSelf).then(
      user => setText(user.carrier_subscription_menu_description_text),
      () => undefined,
    )
  }, [isCarrier])
  return text
}
