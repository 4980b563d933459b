import { use, useState } from 'react'
import {
  getPaymentGateways,
  getPaymentGatewaysWithVoucher,
} from '#src/contract/endpoints/checkout.ts'
import type { Language } from '#src/contract/fields.ts'
import { Button } from '#src/islands/ui/Button.tsx'
import { ErrorState } from '#src/islands/ui/ErrorState.tsx'
import { Skeleton } from '#src/islands/ui/Skeleton.tsx'
import { useHydrationMarker } from '#src/islands/ui/use-hydration-marker.ts'
import { api, newIdempotencyKey } from '#src/lib/api/browser.ts'
import { failureOf } from '#src/lib/api/failure.ts'
import { failureText } from '#src/lib/api/failure-reactions.ts'
import type { LoadedInvoice } from '#src/lib/checkout/load-invoice.ts'
import { createOrderKeys, placeOrder } from '#src/lib/checkout/pay.ts'
import { loadT } from '#src/lib/i18n/load.ts'
import { choicePath } from '#src/lib/routes.ts'
import { Amounts } from './Amounts.tsx'
import { Gateways } from './Gateways.tsx'
import { Problem } from './Problem.tsx'
import { usePageExit } from './use-page-exit.ts'

const NAMESPACES = ['checkout', 'common', 'errors'] as const
const keys = createOrderKeys(newIdempotencyKey)

type Props = {
  language: Language
  packageId: string
  voucher: string | null
  /** Path of this site to return to after paying. */
  back: string | null
  /** Null when it could not be loaded: the island retries. */
  initial: LoadedInvoice | null
}

/** The invoice, the choice of a gateway, and the redirect to the bank. */
export default function Payment({ language, packageId, voucher, back, initial }: Props) {
  const t = use(loadT(language, NAMESPACES))
  const [checkout, setCheckout] = useState(initial)
  const [isFailed, setFailed] = useState(initial === null)
  const [selected, setSelected] = useState(initial?.gateways[0]?.id ?? '')
  const [isPaying, setPaying] = usePageExit()
  const [error, setError] = useState<string | null>(null)
  const ready = useHydrationMarker()

  async function load() {
    setFailed(false)
    try {
      const loaded = voucher
        ? await api(getPaymentGatewaysWithVoucher, { params: { a: packageId, b: voucher } })
        : await api(getPaymentGateways, { params: { a: packageId } })
      setCheckout(loaded)
      setSelected(loaded.gateways[0]?.id ?? '')
    } catch {
      setFailed(true)
    }
  }
  async function pay() {
    setPaying(true)
    setError(null)
    try {
      const order = {
        package_id: packageId,
        voucher_code: voucher,
        gateway_id: selected || null,
        return_path: back,
      }
      location.assign(await placeOrder(api, order, { keys, language }))
    } catch (cause) {
      setError(failureText(failureOf(cause), t))
      setPaying(false)
    }
  }

  if (isFailed)
    return (
      <ErrorState text={t('checkout.gateway.error')} retry={t('common.retry')} onRetry={load} />
    )
  if (!checkout) return <Skeleton count={3} label={t('common.loading')} className="h-20" />
  const { invoice, package: item, gateways } = checkout
  const label =
    invoice.total === 0
      ? t('checkout.voucher.activate')
      : t('checkout.invoice.pay', { amount: invoice.total })
  return (
    <div {...ready} className="grid gap-6">
      <section className="card p-5 grid gap-4">
        <div className="flex items-center justify-between gap-3">
          <h2 className="m-0 text-base font-700">{t('checkout.invoice')}</h2>
          <a
            className="text-sm text-accent no-underline hover:underline min-h-9 inline-flex items-center"
            href={choicePath({ packageId, voucher, back }, language)}
          >
            {t('checkout.change')}
          </a>
        </div>
        <Amounts amounts={invoice} title={item.title} t={t} />
        {invoice.voucher_code && (
          <p className="m-0 flex items-center gap-2 text-sm text-good">
            <i className="i-lucide-badge-check" />
            {t('checkout.voucher')}: <bdi dir="ltr">{invoice.voucher_code}</bdi>
          </p>
        )}
      </section>
      {invoice.total > 0 && (
        <Gateways gateways={gateways} selected={selected} onChoose={setSelected} t={t} />
      )}
      <Problem text={error} />
      <div className="pay-step">
        <Button className="w-full min-h-13 text-base" isLoading={isPaying} onClick={pay}>
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
