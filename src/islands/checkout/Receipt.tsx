import type { Transaction } from '#src/contract/checkout.ts'
import { type ReceiptT, receiptLines } from '#src/lib/checkout/receipt.ts'
import { formatDate } from '#src/lib/text/date.ts'
import { fromWire } from '#src/lib/text/tehran.ts'

type Props = { payment: Transaction; t: ReceiptT }

/** The receipt of a payment. Printed, it is alone on the page, under the name of the service. */
export function Receipt({ payment, t }: Props) {
  const endsAt = payment.subscription_ends_at
  return (
    <section
      className="receipt card p-5 w-full text-start"
      aria-label={t('checkout.result.receipt')}
    >
      <p className="receipt-brand">{t('shell.name')}</p>
      <h2 className="m-0 mb-4 text-base font-700">{t('checkout.result.receipt')}</h2>
      <dl className="m-0 grid gap-3">
        {receiptLines(payment, t).map(({ name, text, isLtr, isForeign }) => (
          <div key={name} className="flex flex-wrap items-baseline justify-between gap-x-4">
            <dt className="text-muted text-sm">{name}</dt>
            <dd className="m-0 ms-auto font-600 text-end [overflow-wrap:anywhere]">
              {isLtr && <bdi dir="ltr">{text}</bdi>}
              {isForeign && <bdi>{text}</bdi>}
              {!isLtr && !isForeign && text}
            </dd>
          </div>
        ))}
      </dl>
      {endsAt && (
        <p className="m-0 mt-4 pt-4 border-0 border-t border-dashed border-line flex items-center gap-2 font-600 text-good">
          <i className="i-lucide-calendar-check" />
          {t('checkout.result.ends', { date: formatDate(fromWire(endsAt), t.language) })}
        </p>
      )}
      <button type="button" className="receipt-print btn-line mt-4" data-print>
        <i className="i-lucide-printer" />
        {t('checkout.receipt.print')}
      </button>
    </section>
  )
}
