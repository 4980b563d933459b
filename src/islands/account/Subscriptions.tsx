import { use } from 'react'
import type { Subscription } from '#src/contract/checkout.ts'
import { listSubscriptions } from '#src/contract/endpoints/checkout.ts'
import type { Language } from '#src/contract/fields.ts'
import { api } from '#src/lib/api/browser.ts'
import type { Key } from '#src/lib/i18n/keys.ts'
import { loadT } from '#src/lib/i18n/load.ts'
import type { Translate } from '#src/lib/i18n/translate.ts'
import { formatDate, formatDateTime } from '#src/lib/text/date.ts'
import { formatPrice } from '#src/lib/text/price.ts'
import { fromWire } from '#src/lib/text/tehran.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { LoadMore } from '../ui/LoadMore.tsx'
import { type Page, usePagedList } from '../ui/use-paged-list.ts'

const NAMESPACES = ['checkout', 'failures', 'common'] as const
const PAGE = 12
const RIALS_IN_TOMAN = 10

type Props = { language: Language; first?: Page<Subscription> | undefined }

/** Lists the periods of access that were bought or granted, newest first. */
export function Subscriptions({ language, first }: Props) {
  const t = use(loadT(language, NAMESPACES))
  const pages = usePagedList<Subscription>(
    from => api(listSubscriptions, { query: { ...from, count: PAGE } }),
    first,
  )
  const { items, state } = pages
  if (state === 'ready' && items.length === 0)
    return <EmptyState icon="i-lucide-crown" title={t('checkout.subscription.never')} />
  return (
    <div className="grid gap-4">
      <ul className="m-0 p-0 list-none grid gap-3">
        {items.map(item => (
          <Period key={item.id} item={item} t={t} />
        ))}
      </ul>
      <LoadMore pages={pages} t={t} skeleton={{ count: items.length ? 1 : 3, className: 'h-22' }} />
    </div>
  )
}

function Period({ item, t }: { item: Subscription; t: Translate<Key<'checkout' | 'common'>> }) {
  const { title, start_time: from, end_time: to, payment_time: paidAt, price_paid: tomans } = item
  const date = (wire: string) => formatDate(fromWire(wire), t.language)
  return (
    <li className="account-line">
      <span className="grid min-w-0 grow">
        <bdi className="font-600">{title}</bdi>
        <span className="text-sm text-muted">
          {t('checkout.subscription.period', { from: date(from), to: date(to) })}
        </span>
        {paidAt && (
          <span className="text-sm text-muted">
            {t('checkout.subscription.paidAt', {
              when: formatDateTime(fromWire(paidAt), t.language),
            })}
          </span>
        )}
      </span>
      <span className="grid justify-items-end text-end ms-auto">
        <b className="font-700 whitespace-nowrap">
          {tomans === 0 ? t('common.free') : formatPrice(tomans * RIALS_IN_TOMAN, t.language)}
        </b>
        <span className={`text-sm ${item.remaining_days > 0 ? 'text-good' : 'text-muted'}`}>
          {item.remaining_days > 0
            ? t('checkout.subscription.daysLeft', { count: item.remaining_days })
            : t('checkout.subscription.over')}
        </span>
      </span>
    </li>
  )
}
