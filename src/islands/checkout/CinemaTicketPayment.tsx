import { use, useState } from 'react'
import type { Gateway, Invoice } from '#src/contract/checkout.ts'
import {
  buyCinemaTicket,
  getCinemaInvoice,
  listCinemaGateways,
} from '#src/contract/endpoints/cinema.ts'
import type { Language } from '#src/contract/fields.ts'
import { Button } from '#src/islands/ui/Button.tsx'
import { ErrorState } from '#src/islands/ui/ErrorState.tsx'
import { Skeleton } from '#src/islands/ui/Skeleton.tsx'
import { useHydrationMarker } from '#src/islands/ui/use-hydration-marker.ts'
import { api, newIdempotencyKey } from '#src/lib/api/browser.ts'
import { toFailure } from '#src/lib/api/failure.ts'
import { failureText } from '#src/lib/api/failure-reactions.ts'
import { errorMessage } from '#src/lib/checkout/error-message.ts'
import { createOrderKeys } from '#src/lib/checkout/pay.ts'
import type { OrderPricing } from '#src/lib/checkout/priced-order.store.ts'
import { emptyVoucher } from '#src/lib/checkout/voucher.ts'
import { loadT } from '#src/lib/i18n/load.ts'
import { paymentStatusPath } from '#src/lib/routes.ts'
import { Amounts } from './Amounts.tsx'
import { Gateways } from './Gateways.tsx'
import { Problem } from './Problem.tsx'
import { usePageExit } from './use-page-exit.ts'
import { usePricedOrder, voucherTexts } from './use-priced-order.ts'
import { VoucherField } from './VoucherField.tsx'

const NAMESPACES = ['checkout', 'cinema', 'common', 'validation', 'failures'] as const
const keys = createOrderKeys(newIdempotencyKey)

type Props = {
  language: Language
  contentId: string
  referral: string | null
  invoice: Invoice
  gateways: Gateway[] | null
}

/** Payment of a cinema ticket: price, voucher, gateway, redirect to the bank. */
export default function CinemaTicketPayment(props: Props) {
  const { language, contentId, referral } = props
  const t = use(loadT(language, NAMESPACES))
  const extra = referral ? { referalToken: referral } : {}
  const { quote, voucher, status, order: ticket } = usePricedOrder(pricing)
  const [gateways, setGateways] = useState(props.gateways)
  const [isFailed, setFailed] = useState(props.gateways === null)
  const [selected, setSelected] = useState(props.gateways?.[0]?.id ?? '')
  const [isPaying, setPaying] = usePageExit()
  const [error, setError] = useState<string | null>(null)
  const ready = useHydrationMarker()

  function pricing(): OrderPricing<Invoice> {
    return {
      initial: { voucher: emptyVoucher(), quote: { code: null, priced: props.invoice } },
      price: async code => {
        const query = { ...(code ? { discountCode: code } : {}), ...extra }
        return (await api(getCinemaInvoice, { params: { id: contentId }, query })).invoice
      },
      infoOf: ({ discount: amount, total, voucher_code }) =>
        voucher_code ? { kind: 'discount', percent: null, amount, package: null, total } : null,
      texts: voucherTexts(t, 'checkout.voucher.refused'),
    }
  }
  async function loadGateways() {
    setFailed(false)
    try {
      const loaded = await api(listCinemaGateways)
      setGateways(loaded.gateways)
      setSelected(loaded.gateways[0]?.id ?? '')
    } catch {
      setFailed(true)
    }
  }
  async function pay() {
    const paid = ticket.press()
    if (!paid) return
    setPaying(true)
    setError(null)
    const { code } = paid
    const order = { package_id: contentId, voucher_code: code, gateway_id: selected }
    try {
      const body = { gateway_id: selected, ...(code ? { discountCode: code } : {}), ...extra }
      const options = { idempotencyKey: keys.of(order) }
      const made = await api(buyCinemaTicket, { params: { id: contentId }, body }, options)
      location.assign(made.redirect_url ?? paymentStatusPath(made.transaction_id, language))
    } catch (cause) {
      const rejection = errorMessage(cause)
      // A retry after a lost response uses the same key.
      if (rejection) keys.renew(order)
      setError(rejection ?? failureText(toFailure(cause), t))
      setPaying(false)
    }
  }

  const invoice = quote?.priced ?? props.invoice
  return (
    <div {...ready} className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <section className="card p-5 grid grid-cols-[minmax(0,1fr)] gap-4" aria-live="polite">
        <h2 className="m-0 text-base font-700">{t('cinema.invoice')}</h2>
        <Amounts amounts={invoice} title={t('cinema.ticket.price')} t={t} />
        <VoucherField state={voucher} order={ticket} t={t} />
      </section>
      {isFailed && (
        <ErrorState
          text={t('checkout.gateway.error')}
          retry={t('common.retry')}
          onRetry={loadGateways}
        />
      )}
      {!isFailed && !gateways && (
        <Skeleton count={2} label={t('common.loading')} className="h-15" />
      )}
      {gateways && invoice.total > 0 && (
        <Gateways gateways={gateways} selected={selected} onChoose={setSelected} t={t} />
      )}
      <Problem text={error} />
      <Button
        className="w-full min-h-13 text-base"
        isLoading={isPaying}
        disabled={!gateways || status !== 'ready'}
        onClick={pay}
      >
        <i className="i-lucide-ticket" />
        {invoice.total > 0 ? t('checkout.invoice.pay', { amount: invoice.total }) : t('cinema.buy')}
      </Button>
    </div>
  )
}
