import { use } from 'react'
import type { Transaction } from '#src/contract/checkout.ts'
import { listTransactions } from '#src/contract/endpoints/checkout.ts'
import type { Language } from '#src/contract/fields.ts'
import { api } from '#src/lib/api/browser.ts'
import { loadT } from '#src/lib/i18n/load.ts'
import { packagesPath } from '#src/lib/routes.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { LoadMore } from '../ui/LoadMore.tsx'
import { usePagedList } from '../ui/use-paged-list.ts'
import { PaymentLine } from './PaymentLine.tsx'

const NAMESPACES = ['checkout', 'failures', 'common'] as const
const PAGE = 12

/** Payments and failed attempts, newest first. */
export default function Payments({ language }: { language: Language }) {
  const t = use(loadT(language, NAMESPACES))
  const pages = usePagedList<Transaction>(from =>
    api(listTransactions, { query: { ...from, count: PAGE } }),
  )
  const { items, state } = pages
  if (state === 'ready' && items.length === 0)
    return (
      <EmptyState icon="i-lucide-receipt-text" title={t('checkout.history.empty')}>
        <a className="btn-action" href={packagesPath(language)}>
          {t('checkout.buy')}
        </a>
      </EmptyState>
    )
  return (
    <div className="grid gap-4">
      <ul className="m-0 p-0 list-none grid gap-3">
        {items.map(item => (
          <PaymentLine key={item.id} item={item} t={t} />
        ))}
      </ul>
      <LoadMore pages={pages} t={t} skeleton={{ count: items.length ? 1 : 3, className: 'h-18' }} />
    </div>
  )
}
