import { noSubscriptionText } from '#src/lib/checkout/subscription-alert.ts'
import { packagesPath } from '#src/lib/routes.ts'
import type { SessionState } from '#src/lib/session/state.ts'
import { formatDayAndMonth } from '#src/lib/text/date.ts'
import { fromWire } from '#src/lib/text/tehran.ts'
import { Carrier } from './Carrier.tsx'
import type { PopupT } from './texts.ts'

type User = NonNullable<SessionState['user']>

/** The subscription's status, and the text of a carrier subscription. */
export function Subscription({ user, t }: { user: User; t: PopupT }) {
  const days = user.subscription_remaining_in_day
  return (
    <>
      <p className="m-0 mt-1 flex items-center justify-between gap-3 text-sm text-muted">
        {statusText(user, t)}
        <a className="text-accent no-underline font-600" href={packagesPath(t.language)}>
          {t(days > 0 ? 'shell.extend' : 'shell.buy')}
        </a>
      </p>
      <Carrier user={user} />
    </>
  )
}

function statusText(user: User, t: PopupT): string {
  const days = user.subscription_remaining_in_day
  if (days <= 0) return noSubscriptionText(user.subscription_ended_at ?? null, new Date(), t)
  if (!user.next_debit_at) return t('shell.account.remaining', { count: days })
  const day = formatDayAndMonth(fromWire(user.next_debit_at), t.language)
  return t('shell.account.nextDebit', { day })
}
