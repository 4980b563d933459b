import { use, useReducer, useState } from 'react'
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
import { failureOf } from '#src/lib/api/failure.ts'
import { failureText } from '#src/lib/api/failure-reactions.ts'
import { errorMessage } from '#src/lib/checkout/error-message.ts'
import { createOrderKeys } from '#src/lib/checkout/pay.ts'
import { emptyVoucher, nextVoucher } from '#src/lib/checkout/voucher.ts'
import { loadT } from '#src/lib/i18n/load.ts'
import { paymentStatusPath } from '#src/lib/routes.ts'
import { Amounts } from './Amounts.tsx'
import { Gateways } from './Gateways.tsx'
import { Problem } from './Problem.tsx'
import { usePageExit } from './use-page-exit.ts'
import { VoucherField } from './VoucherField.tsx'

const NAMESPACES = ['checkout', 'cinema', 'common', 'validation', 'errors'] as const
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
  const [invoice, setInvoice] = useState(props.invoice)
  const [gateways, setGateways] = useState(props.gateways)
  const [isFailed, setFailed] = useState(props.gateways === null)
  const [selected, setSelected] = useState(props.gateways?.[0]?.id ?? '')
  const [voucher, send] = useReducer(nextVoucher, emptyVoucher())
  const [isPaying, setPaying] = usePageExit()
  const [error, setError] = useState<string | null>(null)
  const ready = useHydrationMarker()
  const extra = referral ? { referalToken: referral } : {}

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
  async function apply(code: string) {
    send({ type: 'submitted', text: code })
    try {
      const query = { discountCode: code, ...extra }
      const priced = await api(getCinemaInvoice, { params: { id: contentId }, query })
      const { discount: amount, total } = priced.invoice
      const info = { kind: 'discount' as const, percent: null, amount, package: null, total }
      send({ type: 'accepted', text: code, info })
      setInvoice(priced.invoice)
    } catch (cause) {
      send({ type: 'rejected', text: code, error: failureText(failureOf(cause), t) })
    }
  }
  function cancel() {
    send({ type: 'cancelled' })
    setInvoice(props.invoice)
  }
  async function pay() {
    setPaying(true)
    setError(null)
    const code = voucher.step === 'success' ? voucher.text : null
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
      setError(rejection ?? failureText(failureOf(cause), t))
      setPaying(false)
    }
  }

  return (
    <div {...ready} className="grid gap-6">
      <section className="card p-5 grid gap-4" aria-live="polite">
        <h2 className="m-0 text-base font-700">{t('cinema.invoice')}</h2>
        <Amounts amounts={invoice} title={t('cinema.ticket.price')} t={t} />
        <VoucherField
          state={voucher}
          t={t}
          onType={text => send({ type: 'typed', text })}
          onSubmit={apply}
          onReject={rejection => {
            send({ type: 'submitted', text: voucher.text })
            send({ type: 'rejected', text: voucher.text, error: rejection })
          }}
          onCancel={cancel}
        />
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
        disabled={!gateways}
        onClick={pay}
      >
        <i className="i-lucide-ticket" />
        {invoice.total > 0 ? t('checkout.invoice.pay', { amount: invoice.total }) : t('cinema.buy')}
      </Button>
    </div>
  )
}
