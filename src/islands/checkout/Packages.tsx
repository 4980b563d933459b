import { type FormEvent, use, useEffect, useRef, useState } from 'react'
import type { PackageGroup } from '#src/contract/checkout.ts'
import type { Language } from '#src/contract/fields.ts'
import { Button } from '#src/islands/ui/Button.tsx'
import { ErrorState } from '#src/islands/ui/ErrorState.tsx'
import { Skeleton } from '#src/islands/ui/Skeleton.tsx'
import { useHydrationMarker } from '#src/islands/ui/use-hydration-marker.ts'
import { api, newIdempotencyKey } from '#src/lib/api/browser.ts'
import { toFailure } from '#src/lib/api/failure.ts'
import { failureText } from '#src/lib/api/failure-reactions.ts'
import { type Checkout, cardPackageId, loadGateways } from '#src/lib/checkout/load-checkout.ts'
import { defaultPackageId, packagesInOrder } from '#src/lib/checkout/packages.ts'
import { createOrderKeys, type Order, PriceChanged, placeOrder } from '#src/lib/checkout/pay.ts'
import { localPath } from '#src/lib/i18n/languages.ts'
import { loadT } from '#src/lib/i18n/load.ts'
import { notifyOnNextPage } from '#src/lib/notifications/notifications.store.ts'
import { agreementPath, loginPath, packageChoicePath } from '#src/lib/routes.ts'
import { Amounts, Total } from './Amounts.tsx'
import { Gateways } from './Gateways.tsx'
import { PackageCard } from './PackageCard.tsx'
import { Problem } from './Problem.tsx'
import { packagePricing } from './package-pricing.ts'
import { usePageExit } from './use-page-exit.ts'
import { usePricedOrder } from './use-priced-order.ts'
import { VoucherField } from './VoucherField.tsx'

const NAMESPACES = ['checkout', 'common', 'validation', 'failures'] as const
const keys = createOrderKeys(newIdempotencyKey)

type Props = {
  language: Language
  groups: PackageGroup[]
  /** Voucher and gateways; null for a visitor, who signs in first. */
  checkout: Checkout | null
  /** Id from the URL: the package that was selected before sign-in, or before a payment that failed. */
  requestedId: string | null
  voucherCode: string
  /** Path on this site to which the user returns after paying. */
  back: string | null
}

/**
 * The whole checkout: package, voucher, gateway, and the button to the bank. Without JavaScript the form shows the
 * invoice of the selected package.
 */
export default function Packages(props: Props) {
  const { language, groups: plain, checkout, requestedId, voucherCode, back } = props
  const t = use(loadT(language, NAMESPACES))
  const [selected, setSelected] = useState(defaultPackageId(plain, requestedId))
  const [list, setList] = useState(checkout?.list ?? null)
  const [requestedGateway, setRequestedGateway] = useState('')
  const [isExiting, setExiting] = usePageExit()
  const [error, setError] = useState<string | null>(null)
  const ready = useHydrationMarker()
  const form = useRef<HTMLFormElement>(null)
  const { voucher, quote, status, order } = usePricedOrder(() =>
    packagePricing({ groups: plain, text: voucherCode, loaded: checkout }, t),
  )
  const { groups, info } = quote?.priced ?? { groups: plain, info: null }
  const code = quote?.code ?? null
  const gift = info?.kind === 'gift' ? info.package : null

  useEffect(() => {
    // The selection was made before hydration or restored by the browser.
    const chosen = form.current && new FormData(form.current)
    const [preselected, gateway] = [chosen?.get('package'), chosen?.get('gateway')]
    if (preselected) setSelected(String(preselected))
    if (gateway) setRequestedGateway(String(gateway))
    if (checkout && checkout.quote === null && checkout.rejection === null && voucherCode)
      void order.submit()
  }, [])
  // The choice survives a reload and the return from the bank.
  useEffect(() => {
    if (!checkout || status !== 'ready') return
    const path = packageChoicePath({ packageId: selected, voucher: code, back }, language)
    history.replaceState(history.state, '', path)
  }, [selected, code, status])

  const found = packagesInOrder(groups).find(({ id }) => id === selected)
  const item = gift ?? found
  if (!item) return <p className="text-center text-muted py-16">{t('checkout.package.empty')}</p>
  const full = packagesInOrder(plain).find(({ id }) => id === selected)
  /** A code may lower the price of other packages alone; then the order must not carry it. */
  const isReduced = gift !== null || (code !== null && item.total < (full?.total ?? 0))
  const isRenewed = item.renewal === 'direct_debit'
  const isFree = item.total === 0
  const isBusy = isExiting || status === 'pricing'
  const gateways = list?.kind === 'listed' ? list.gateways : []
  const gatewayId = (gateways.find(({ id }) => id === requestedGateway) ?? gateways[0])?.id ?? null
  const needsGateway = !isFree && !isRenewed
  const label = !checkout
    ? t('checkout.loginToBuy')
    : isRenewed
      ? t('checkout.continueDirectDebit')
      : isFree
        ? t('checkout.voucher.activate')
        : t('checkout.invoice.pay', { amount: item.total })

  async function retryGateways() {
    setList(null)
    setList(await loadGateways(api, cardPackageId({ groups: plain, requestedId: selected })))
  }
  async function pay(total: number, made: Order) {
    setExiting(true)
    setError(null)
    try {
      location.assign(await placeOrder(api, made, { keys, language, total }))
    } catch (cause) {
      if (cause instanceof PriceChanged) {
        notifyOnNextPage(t('checkout.priceChanged'), { type: 'error' })
        return location.reload()
      }
      setError(failureText(toFailure(cause), t))
      setExiting(false)
    }
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    if (isBusy || !item) return
    const choice = { packageId: selected, back }
    if (!checkout)
      return location.assign(
        loginPath(packageChoicePath({ ...choice, voucher: voucher.text }, language), language),
      )
    // A typed code is priced first, so that the button shows what is paid.
    if (!order.press()) return
    if (isRenewed) {
      setExiting(true)
      return location.assign(agreementPath(choice, language))
    }
    if (needsGateway && gatewayId === null) return
    void pay(item.total, {
      package_id: gift ? null : selected,
      voucher_code: isReduced ? code : null,
      gateway_id: isFree ? null : gatewayId,
      return_path: back,
    })
  }
  const payButton = (
    <Button
      type="submit"
      className="w-full min-h-12.5"
      isLoading={isBusy}
      disabled={checkout !== null && needsGateway && gatewayId === null}
    >
      {checkout && !isRenewed && !isFree && <i className="i-lucide-lock" />}
      {label}
    </Button>
  )

  return (
    <form
      {...ready}
      ref={form}
      method="get"
      action={localPath('/packages', language)}
      onSubmit={submit}
      className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:(grid-cols-[minmax(0,1fr)_23rem] gap-8 items-start)"
    >
      {back && <input type="hidden" name="redirect" value={back} />}
      <fieldset className="m-0 p-0 border-0 min-w-0" disabled={gift !== null}>
        <legend className="sr-only">{t('checkout.packages.choose')}</legend>
        <div className={`grid gap-3 sm:(gap-4 grid-cols-2) ${gift ? 'opacity-40' : ''}`}>
          {packagesInOrder(groups).map(each => (
            <PackageCard
              key={each.id}
              item={each}
              isSelected={!gift && each.id === selected}
              onChoose={() => setSelected(each.id)}
              t={t}
            />
          ))}
        </div>
      </fieldset>
      <section className="card p-5 lg:(sticky top-20) grid grid-cols-[minmax(0,1fr)] gap-4">
        <h2 className="m-0 text-base font-700">{t('checkout.invoice')}</h2>
        <div aria-live="polite">
          <Amounts amounts={item} title={item.title} t={t} />
          {code && !isReduced && (
            <p className="m-0 mt-3 text-sm text-warn">{t('checkout.voucher.off')}</p>
          )}
        </div>
        {checkout ? (
          <VoucherField state={voucher} order={order} t={t} />
        ) : (
          <p className="m-0 text-sm text-muted">{t('checkout.voucher.login')}</p>
        )}
        {checkout && needsGateway && (
          <>
            {list === null && <Skeleton count={2} label={t('common.loading')} className="h-14" />}
            {list && list.kind !== 'listed' && (
              <ErrorState
                text={(list.kind === 'refused' && list.message) || t('checkout.gateway.error')}
                retry={t('common.retry')}
                onRetry={() => void retryGateways()}
              />
            )}
            {gatewayId !== null && (
              <Gateways
                gateways={gateways}
                selected={gatewayId}
                onChoose={setRequestedGateway}
                t={t}
              />
            )}
          </>
        )}
        {checkout && isRenewed && (
          <p className="m-0 text-sm text-muted">{t('checkout.dd.chooseBankNext')}</p>
        )}
        <Problem text={error} />
        <div className="max-lg:hidden">{payButton}</div>
        <p
          className="m-0 flex items-center justify-center gap-1.5 text-xs text-muted"
          role="status"
        >
          <i className="i-lucide-shield-check" />
          {isExiting && needsGateway ? t('checkout.gateway.redirecting') : t('checkout.secure')}
        </p>
      </section>
      <div className="pay-bar lg:hidden">
        <dl className="m-0 min-w-0">
          <Total total={item.total} t={t} isShort />
        </dl>
        {payButton}
      </div>
    </form>
  )
}
