import type { Transaction } from '#src/contract/checkout.ts'
import type { Key } from '#src/lib/i18n/keys.ts'
import { localPath } from '#src/lib/i18n/languages.ts'
import type { Translate } from '#src/lib/i18n/translate.ts'
import { formatDateTime } from '#src/lib/text/date.ts'
import { formatPrice } from '#src/lib/text/price.ts'
import { fromWire } from '#src/lib/text/tehran.ts'

const SIGNS: Partial<Record<Transaction['status'], string>> = {
  paid: 'i-lucide-circle-check text-good',
  failed: 'i-lucide-circle-x text-bad',
  expired: 'i-lucide-circle-x text-bad',
  reversed: 'i-lucide-undo-2 text-warn',
}

type Props = { item: Transaction; t: Translate<Key<'checkout' | 'common'>> }

/** A payment in a list. It links to its receipt or status. */
export function PaymentLine({ item, t }: Props) {
  const title = item.package?.title ?? item.content?.title ?? t('checkout.invoice')
  return (
    <li>
      <a
        className="choice no-underline text-text"
        href={localPath(`/payment?id=${item.id}`, t.language)}
      >
        <i className={`${SIGNS[item.status] ?? 'i-lucide-clock text-muted'} text-2xl`} />
        <span className="flex flex-wrap gap-x-4 grow min-w-0">
          <span className="grid min-w-0 grow">
            <bdi className="font-600 truncate">{title}</bdi>
            <span className="text-sm text-muted">
              {formatDateTime(fromWire(item.paid_at ?? item.created_at), t.language)}
            </span>
          </span>
          <span className="grid sm:(justify-items-end text-end) shrink-0">
            <b className="font-700 whitespace-nowrap">
              {item.amount === 0 ? t('common.free') : formatPrice(item.amount, t.language)}
            </b>
            <span className="text-sm text-muted">{t.find(`checkout.status.${item.status}`)}</span>
          </span>
        </span>
      </a>
    </li>
  )
}
