import { use, useState } from 'react'
import type { Language } from '#src/contract/fields.ts'
import { Button } from '#src/islands/ui/Button.tsx'
import { ErrorState } from '#src/islands/ui/ErrorState.tsx'
import { Skeleton } from '#src/islands/ui/Skeleton.tsx'
import { useHydrationMarker } from '#src/islands/ui/use-hydration-marker.ts'
import { api, newIdempotencyKey } from '#src/lib/api/browser.ts'
import { failureOf } from '#src/lib/api/failure.ts'
import { failureText } from '#src/lib/api/failure-reactions.ts'
import { createOrderKeys, placeOrder } from '#src/lib/checkout/pay.ts'
import { loadT } from '#src/lib/i18n/load.ts'
import { choicePath, paymentPath } from '#src/lib/routes.ts'
import { Amounts } from './Amounts.tsx'
import { Gateways } from './Gateways.tsx'
import { Problem } from './Problem.tsx'
import { type InvoiceRequest, useInvoice } from './use-invoice.ts'
import { usePageExit } from './use-page-exit.ts'
import { VoucherField } from './VoucherField.tsx'

const NAMESPACES = ['checkout', 'common', 'validation', 'failures'] as const
const keys = createOrderKeys(newIdempotencyKey)

type Props = Omit<InvoiceRequest, 'onChange'> & {
  language: Language
  /** Path of this site to return to after paying. */
  back: string | null
}

/** The invoice with its voucher, the choice of a gateway, and the redirect to the bank. */
export default function Payment({ language, back, ...request }: Props) {
  const { packageId } = request
  const t = use(loadT(language, NAMESPACES))
  const { quote, voucher, status, order } = useInvoice({ ...request, onChange }, t)
  const [requested, setRequested] = useState('')
  const [isPaying, setPaying] = usePageExit()
  const [error, setError] = useState<string | null>(null)
  const ready = useHydrationMarker()

  /** A reload, and the way back from the bank, keep the voucher. */
  function onChange(code: string | null) {
    const search = { packageId, voucher: code, back }
    setError(null)
    history.replaceState(history.state, '', paymentPath(search, language))
  }
  async function pay(gatewayId: string) {
    const paid = order.press()
    if (!paid) return
    setPaying(true)
    setError(null)
    try {
      const body = {
        package_id: packageId,
        voucher_code: paid.code,
        gateway_id: gatewayId || null,
        return_path: back,
      }
      location.assign(await placeOrder(api, body, { keys, language }))
    } catch (cause) {
      setError(failureText(failureOf(cause), t))
      setPaying(false)
    }
  }

  if (status === 'failed')
    return (
      <ErrorState
        text={t('checkout.gateway.error')}
        retry={t('common.retry')}
        onRetry={order.retry}
      />
    )
  if (!quote) return <Skeleton count={3} label={t('common.loading')} className="h-20" />
  const { invoice, package: item, gateways } = quote.priced
  const selected = gateways.some(({ id }) => id === requested) ? requested : (gateways[0]?.id ?? '')
  const label =
    invoice.total === 0
      ? t('checkout.voucher.activate')
      : t('checkout.invoice.pay', { amount: invoice.total })
  return (
    <div {...ready} className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <section className="card p-5 grid grid-cols-[minmax(0,1fr)] gap-4" aria-live="polite">
        <div className="flex flex-wrap items-center justify-between gap-x-3">
          <h2 className="m-0 text-base font-700">{t('checkout.invoice')}</h2>
          <a
            className="text-sm text-accent no-underline hover:underline min-h-11 inline-flex items-center"
            href={choicePath({ packageId, voucher: quote.code, back }, language)}
          >
            {t('checkout.change')}
          </a>
        </div>
        <Amounts amounts={invoice} title={item.title} t={t} />
        <VoucherField state={voucher} order={order} t={t} />
      </section>
      {invoice.total > 0 && (
        <Gateways gateways={gateways} selected={selected} onChoose={setRequested} t={t} />
      )}
      <Problem text={error} />
      <div className="pay-step">
        <Button
          className="w-full min-h-13 text-base"
          isLoading={isPaying}
          disabled={status !== 'ready'}
          onClick={() => void pay(selected)}
        >
          <i className="i-lucide-lock" />
          {label}
        </Button>
        <p className="m-0 mt-2 text-center text-xs text-muted" role="status">
          {isPaying ? t('checkout.gateway.redirecting') : t('checkout.secure')}
        </p>
      </div>
    </div>
  )
}
