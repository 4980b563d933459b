import type { Package } from '#src/contract/checkout.ts'
import { VAT_PERCENT } from '#src/contract/limits.ts'
import { monthlyPrice, totalBeforeDiscount } from '#src/lib/checkout/packages.ts'
import type { Translate } from '#src/lib/i18n/translate.ts'
import { formatPercent } from '#src/lib/text/number.ts'
import { formatPrice } from '#src/lib/text/price.ts'

type Texts = Translate<
  | 'checkout.package.best'
  | 'checkout.package.once'
  | 'checkout.package.renewal'
  | 'checkout.package.perMonth'
  | 'checkout.package.aboutPerMonth'
  | 'checkout.package.vatIncluded'
>
type Props = { item: Package; isSelected: boolean; onChoose: () => void; t: Texts }

/** A package as a radio button the size of a card. */
export function PackageCard({ item, isSelected, onChoose, t }: Props) {
  const before = totalBeforeDiscount(item)
  const monthly = monthlyPrice(item)
  const isRenewed = item.renewal === 'direct_debit'
  const percent = item.price > 0 ? Math.round((100 * item.discount) / item.price) : 0
  return (
    <label className="package-card">
      <input
        type="radio"
        name="package"
        value={item.id}
        checked={isSelected}
        onChange={onChoose}
        className="sr-only peer"
      />
      {item.is_best_offer && (
        <span className="badge absolute -top-3 start-5 h-6 px-3 rounded-full bg-action text-on-action">
          <i className="i-lucide-crown text-xs" />
          {t('checkout.package.best')}
        </span>
      )}
      <span className="flex items-start justify-between gap-3">
        <span className="grid gap-0.5 min-w-0">
          <b className="text-[1.0625rem] font-700">{item.title}</b>
          {item.description && <span className="text-sm text-muted">{item.description}</span>}
        </span>
        <span className="package-dot" aria-hidden="true">
          <i className="i-lucide-check text-xs" />
        </span>
      </span>
      <span className="grid mt-auto">
        {before !== null && (
          <span className="flex items-center gap-2 text-sm">
            <s className="text-faint">{formatPrice(before, t.language)}</s>
            <b className="badge bg-[var(--good-soft)] text-good">
              {formatPercent(percent, t.language)}
            </b>
          </span>
        )}
        <span className="text-[1.375rem] font-800 leading-snug" data-price>
          {formatPrice(item.total, t.language)}
        </span>
        {monthly !== null && (
          <span className="text-xs text-muted">
            {t(monthly.isRounded ? 'checkout.package.aboutPerMonth' : 'checkout.package.perMonth', {
              amount: monthly.amount,
            })}
          </span>
        )}
        <span className="flex items-center justify-between gap-x-3 flex-wrap text-xs text-muted">
          <span>{t('checkout.package.vatIncluded', { percent: VAT_PERCENT })}</span>
          <span className="inline-flex items-center gap-1">
            <i className={isRenewed ? 'i-lucide-repeat' : 'i-lucide-credit-card'} />
            {t(isRenewed ? 'checkout.package.renewal' : 'checkout.package.once')}
          </span>
        </span>
      </span>
    </label>
  )
}
