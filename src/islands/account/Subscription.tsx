import { useEffect, useState } from 'react'
import { getSelf } from '#src/contract/endpoints/session.ts'
import { api } from '#src/lib/api/browser.ts'
import { noSubscriptionText } from '#src/lib/checkout/subscription-alert.ts'
import { packagesPath } from '#src/lib/routes.ts'
import type { SessionState } from '#src/lib/session/state.ts'
import type { AccountT } from './texts.ts'

type User = NonNullable<SessionState['user']>

/** The subscription's status, and the text of a carrier subscription. */
export function Subscription({ user, t }: { user: User; t: AccountT }) {
  const carrier = useCarrier(user)
  const days = user.subscription_remaining_in_day
  return (
    <>
      <p className="m-0 mt-1 flex items-center justify-between gap-3 text-sm text-muted">
        {days > 0
          ? t('shell.account.remaining', { count: days })
          : noSubscriptionText(user.subscription_ended_at ?? null, new Date(), t)}
        <a className="text-accent no-underline font-600" href={packagesPath(t.language)}>
          {t(days > 0 ? 'shell.extend' : 'shell.buy')}
        </a>
      </p>
      {carrier && (
        <p className="m-0 mt-2 flex items-start gap-2 text-sm" data-carrier>
          <i className="i-lucide-signal text-base text-accent mt-0.5" />
          <span>
            <bdi>{carrier}</bdi>
          </span>
        </p>
      )}
    </>
  )
}

/** Loaded in the page's language, for carrier subscribers only. */
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
