/** View of the pages after a purchase. Only a payment that has just been made is celebrated; later they are receipts. */
import type { Transaction } from '#src/contract/checkout.ts'
import { hasSubscriptionEnded, isJustPaid } from '#src/lib/checkout/receipt.ts'
import type { Key } from '#src/lib/i18n/keys.ts'
import type { Translate } from '#src/lib/i18n/translate.ts'

type T = Translate<Key<'checkout'>>

export function createPaidView(payment: Transaction, now: Date, t: T) {
  const isEnded = hasSubscriptionEnded(payment, now)
  const isNew = isJustPaid(payment, now) && !isEnded
  if (!isNew)
    return {
      isNew,
      title: t('checkout.result.receipt'),
      text: isEnded ? t('checkout.result.overText') : null,
    }
  if (payment.kind === 'gift') {
    const days = payment.package?.duration_days ?? 0
    return {
      isNew,
      title: t('checkout.result.gift'),
      text: t('checkout.result.giftText', { days }),
    }
  }
  return { isNew, title: t('checkout.result.success'), text: t('checkout.result.successText') }
}
