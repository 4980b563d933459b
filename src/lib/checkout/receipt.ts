/** The lines of a receipt. */
import type { Transaction } from '#src/contract/checkout.ts'
import { VAT_PERCENT } from '#src/contract/limits.ts'
import type { Translate } from '../i18n/translate.ts'
import { formatDateTime } from '../text/date.ts'
import { localDigits } from '../text/digits.ts'
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
export type ReceiptLine = {
  name: string
  text: string
  /** Numbers and codes are left to right in every language. */
  isLtr?: boolean
  /** A title may be in another language. */
  isForeign?: boolean
}

/** Whether the subscription that was bought has ended: an old receipt says so. */
export function isOver({ subscription_ends_at: endsAt }: Transaction, now: Date): boolean {
  return endsAt !== null && fromWire(endsAt) <= now
}

/** What was bought, what it cost with discount and tax, and how it was paid. Lines without a value are left out. */
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
    { name: t('checkout.result.card'), text: card && localDigits(card, language), isLtr: true },
    { name: t('checkout.result.date'), text: paidAt && formatDateTime(fromWire(paidAt), language) },
  ]
  return lines.filter((line): line is ReceiptLine => Boolean(line.text))
}
