/** The lines of a receipt. */
import type { Transaction } from '#src/contract/checkout.ts'
import { VAT_PERCENT } from '#src/contract/limits.ts'
import type { Translate } from '../i18n/translate.ts'
import { formatDateTime } from '../text/date.ts'
import { localDigits } from '../text/digits.ts'
import { MINUTE_MS } from '../text/milliseconds.ts'
import { formatPrice } from '../text/price.ts'
import { fromWire } from '../text/tehran.ts'

export type ReceiptT = Translate<
  | 'checkout.invoice.discount'
  | 'checkout.invoice.item'
  | 'checkout.invoice.price'
  | 'checkout.invoice.seller'
  | 'checkout.invoice.vat'
  | 'checkout.paymentId'
  | 'checkout.receipt.print'
  | 'checkout.result.amount'
  | 'checkout.result.card'
  | 'checkout.result.date'
  | 'checkout.result.ends'
  | 'checkout.result.gateway'
  | 'checkout.result.receipt'
  | 'checkout.voucher'
  | 'common.free'
  | 'shell.name'
>
type ReceiptLine = {
  name: string
  text: string
  /** Numbers and codes are left to right in every language. */
  isLtr?: boolean
  /** The title may be in another language. */
  isForeign?: boolean
}

/** A receipt that is opened later than this is read again, not just paid. */
const JUST_PAID_MS = 30 * MINUTE_MS

/** True for a receipt that the payer sees on the return from the bank. */
export function isJustPaid({ paid_at: paidAt }: Transaction, now: Date): boolean {
  return paidAt !== null && now.getTime() - fromWire(paidAt).getTime() < JUST_PAID_MS
}

/** Returns a masked card number in groups of four, as it is printed on the card; another text stays as it is. */
function spacedCard(card: string): string {
  const plain = card.replace(/[\s-]/g, '')
  return /^[\d*]{16}$/.test(plain) ? plain.replace(/.{4}(?=.)/g, `$&\u00a0`) : card
}

/** True if the purchased subscription has ended, which an old receipt mentions. */
export function hasSubscriptionEnded(
  { subscription_ends_at: endsAt }: Transaction,
  now: Date,
): boolean {
  return endsAt !== null && fromWire(endsAt) <= now
}

/**
 * Returns what was bought, its price with discount and tax, and how it was paid. Lines without a value are left out.
 */
export function receiptLines(payment: Transaction, t: ReceiptT): ReceiptLine[] {
  const { invoice, reference, gateway, card, paid_at: paidAt, amount } = payment
  const { language } = t
  const price = (rials: number) => formatPrice(rials, language)
  const lines: (Omit<ReceiptLine, 'text'> & { text: string | null | undefined })[] = [
    { name: t('checkout.invoice.seller'), text: t('shell.name') },
    {
      name: t('checkout.invoice.item'),
      text: payment.package?.title ?? payment.content?.title,
      isForeign: true,
    },
    { name: t('checkout.invoice.price'), text: amount > 0 ? price(invoice.price) : null },
    {
      name: t('checkout.invoice.discount'),
      text: amount > 0 && invoice.discount > 0 ? price(-invoice.discount) : null,
    },
    { name: t('checkout.voucher'), text: invoice.voucher_code, isLtr: true },
    {
      name: t('checkout.invoice.vat', { percent: VAT_PERCENT }),
      text: amount > 0 ? price(invoice.vat) : null,
    },
    { name: t('checkout.result.amount'), text: amount > 0 ? price(amount) : t('common.free') },
    {
      name: t('checkout.paymentId'),
      text: reference && (/^\d+$/.test(reference) ? localDigits(reference, language) : reference),
      isLtr: true,
    },
    { name: t('checkout.result.gateway'), text: gateway },
    {
      name: t('checkout.result.card'),
      text: card && localDigits(spacedCard(card), language),
      isLtr: true,
    },
    { name: t('checkout.result.date'), text: paidAt && formatDateTime(fromWire(paidAt), language) },
  ]
  return lines.filter((line): line is ReceiptLine => Boolean(line.text))
}
