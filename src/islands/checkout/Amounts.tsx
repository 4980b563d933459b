import type { Invoice, Totals } from '#src/contract/checkout.ts'
import { VAT_PERCENT } from '#src/contract/limits.ts'
import { SPELLS_AMOUNTS } from '#src/lib/i18n/formats.ts'
import type { Translate } from '#src/lib/i18n/translate.ts'
import { formatPrice } from '#src/lib/text/price.ts'
import { numberToWords } from '#src/lib/text/words.ts'

type Texts = Translate<
  | 'checkout.invoice.price'
  | 'checkout.invoice.discount'
  | 'checkout.invoice.vat'
  | 'checkout.invoice.total'
  | 'checkout.amountInWords'
  | 'common.free'
>
type Props = { amounts: Totals | Invoice; title?: string; t: Texts }

/** The lines of an invoice, and its total in digits and words. */
export function Amounts({ amounts, title, t }: Props) {
  const { price, discount, vat } = amounts
  return (
    <dl className="m-0 grid gap-2.5 text-15">
      <Line name={title ?? t('checkout.invoice.price')} value={formatPrice(price, t.language)} />
      {discount > 0 && (
        <Line
          name={t('checkout.invoice.discount')}
          value={formatPrice(-discount, t.language)}
          className="text-good font-600"
        />
      )}
      <Line
        name={t('checkout.invoice.vat', { percent: VAT_PERCENT })}
        value={formatPrice(vat, t.language)}
        className="text-muted"
      />
      <Total
        total={amounts.total}
        t={t}
        className="mt-1 pt-3.5 border-0 border-t border-dashed border-line"
      />
    </dl>
  )
}

function Line({ name, value, className }: { name: string; value: string; className?: string }) {
  return (
    <div className={`flex flex-wrap items-baseline justify-between gap-x-4 ${className ?? ''}`}>
      <dt className="min-w-0">{name}</dt>
      <dd className="m-0 ms-auto text-end [overflow-wrap:anywhere]">{value}</dd>
    </div>
  )
}

/** The total in digits and words, as a group of a definition list. */
export function Total({
  total,
  t,
  className,
  isShort = false,
}: {
  total: number
  t: Texts
  className?: string
  /** Leaves out the words, which are shown elsewhere on the page. */
  isShort?: boolean
}) {
  return (
    <div
      className={`flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 ${className ?? ''}`}
    >
      <dt className="font-700">{t('checkout.invoice.total')}</dt>
      <dd
        className="m-0 ms-auto text-xl font-800 text-end [overflow-wrap:anywhere]"
        data-total={total}
      >
        {total === 0 ? t('common.free') : formatPrice(total, t.language)}
      </dd>
      {total > 0 && !isShort && SPELLS_AMOUNTS[t.language] && (
        <dd className="m-0 basis-full text-sm text-muted">{amountInWords(total, t)}</dd>
      )}
    </div>
  )
}

/** Returns an amount of whole tomans in words, such as «صد و شصت و سه هزار و نهصد تومان». */
function amountInWords(rials: number, t: Translate<'checkout.amountInWords'>): string {
  return t('checkout.amountInWords', { words: numberToWords(Math.round(rials / 10), t.language) })
}
