import { use } from 'react'
import type { Transaction } from '#src/contract/checkout.ts'
import { listTransactions } from '#src/contract/endpoints/checkout.ts'
import type { Language } from '#src/contract/fields.ts'
import { api } from '#src/lib/api/browser.ts'
import { localPath } from '#src/lib/i18n/languages.ts'
import { loadT } from '#src/lib/i18n/load.ts'
import { packagesPath } from '#src/lib/routes.ts'
import { formatDateTime } from '#src/lib/text/date.ts'
import { formatPrice } from '#src/lib/text/price.ts'
import { fromWire } from '#src/lib/text/tehran.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { LoadMore } from '../ui/LoadMore.tsx'
import { usePagedList } from '../ui/use-paged-list.ts'
import { type AccountT, NAMESPACES } from './texts.ts'

const PAGE = 6

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
          <Payment key={item.id} item={item} t={t} />
        ))}
      </ul>
      <LoadMore pages={pages} t={t} skeleton={{ count: items.length ? 1 : 3, className: 'h-18' }} />
    </div>
  )
}

const SIGNS: Partial<Record<Transaction['status'], string>> = {
  paid: 'i-lucide-circle-check text-good',
  failed: 'i-lucide-circle-x text-bad',
  expired: 'i-lucide-circle-x text-bad',
  reversed: 'i-lucide-undo-2 text-warn',
}

function Payment({ item, t }: { item: Transaction; t: AccountT }) {
  const title = item.package?.title ?? item.content?.title ?? t('checkout.invoice')
  return (
    <li>
      <a
        className="choice no-underline text-text"
        href={localPath(`/payment?id=${item.id}`, t.language)}
      >
        <i className={`${SIGNS[item.status] ?? 'i-lucide-clock text-muted'} text-2xl`} />
        <span className="grid min-w-0 grow">
          <bdi className="font-600 truncate">{title}</bdi>
          <span className="text-sm text-muted">
            {formatDateTime(fromWire(item.paid_at ?? item.created_at), t.language)}
          </span>
        </span>
        <span className="grid justify-items-end text-end shrink-0">
          <b className="font-700 whitespace-nowrap">
            {item.amount === 0 ? t('common.free') : formatPrice(item.amount, t.language)}
          </b>
          <span className="text-sm text-muted">{t.find(`checkout.status.${item.status}`)}</span>
        </span>
      </a>
    </li>
  )
}
