import { type FormEvent, use, useEffect, useRef, useState } from 'react'
import type { PackageGroup } from '#src/contract/checkout.ts'
import type { Language } from '#src/contract/fields.ts'
import { Button } from '#src/islands/ui/Button.tsx'
import { api, newIdempotencyKey } from '#src/lib/api/browser.ts'
import { failureOf } from '#src/lib/api/failure.ts'
import { failureText } from '#src/lib/api/failure-reactions.ts'
import { defaultPackageId, packagesInOrder } from '#src/lib/checkout/packages.ts'
import { createOrderKeys, placeOrder } from '#src/lib/checkout/pay.ts'
import { localPath } from '#src/lib/i18n/languages.ts'
import { loadT } from '#src/lib/i18n/load.ts'
import { notify } from '#src/lib/notifications/notifications.store.ts'
import { agreementPath, choicePath, loginPath, paymentPath } from '#src/lib/routes.ts'
import { Amounts, Total } from './Amounts.tsx'
import { PackageCard } from './PackageCard.tsx'
import { packagePricing } from './package-pricing.ts'
import { usePageExit } from './use-page-exit.ts'
import { usePricedOrder } from './use-priced-order.ts'
import { VoucherField } from './VoucherField.tsx'

const NAMESPACES = ['checkout', 'common', 'validation', 'failures'] as const
const keys = createOrderKeys(newIdempotencyKey)

type Props = {
  language: Language
  groups: PackageGroup[]
  isSignedIn: boolean
  /** From the URL: the package selected before sign-in. */
  requestedId: string | null
  voucherCode: string
  /** Path of this site to return to after paying. */
  back: string | null
}

/**
 * The choice of a package. A plain HTML form that leads to the invoice without JavaScript; with it, vouchers are priced and
 * gifts activated.
 */
export default function Packages(props: Props) {
  const { language, groups: initial, isSignedIn, requestedId, voucherCode, back } = props
  const t = use(loadT(language, NAMESPACES))
  const [selected, setSelected] = useState(defaultPackageId(initial, requestedId))
  const [isExiting, setExiting] = usePageExit()
  const form = useRef<HTMLFormElement>(null)
  const { voucher, quote, status, order } = usePricedOrder(() =>
    packagePricing({ groups: initial, text: voucherCode }, t),
  )
  const { groups, info } = quote?.priced ?? { groups: initial, info: null }
  const gift = info?.kind === 'gift' ? info.package : null
  const discountCode = gift ? null : (quote?.code ?? null)

  useEffect(() => {
    // Selected before hydration, or restored by the browser.
    const preselected = form.current && new FormData(form.current).get('package')
    if (preselected) setSelected(String(preselected))
    if (voucherCode && isSignedIn) void order.submit()
  }, [])

  const list = packagesInOrder(groups)
  const item = gift ?? list.find(({ id }) => id === selected)
  if (!item) return <p className="text-center text-muted py-16">{t('checkout.package.empty')}</p>
  const isBusy = isExiting || status === 'pricing'
  const isRenewed = item.renewal === 'direct_debit'

  async function activateGift(giftCode: string) {
    setExiting(true)
    try {
      const body = {
        package_id: null,
        voucher_code: giftCode,
        gateway_id: null,
        return_path: back,
      }
      location.assign(await placeOrder(api, body, { keys, language }))
    } catch (error) {
      setExiting(false)
      notify(failureText(failureOf(error), t), { type: 'error' })
    }
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    if (isBusy || !item) return
    const choice = { packageId: item.id, back }
    if (!isSignedIn)
      return location.assign(
        loginPath(choicePath({ ...choice, voucher: voucher.text }, language), language),
      )
    const current = order.press()
    if (!current) return
    if (gift && current.code) return void activateGift(current.code)
    setExiting(true)
    location.assign(
      isRenewed
        ? agreementPath(choice, language)
        : paymentPath({ ...choice, voucher: current.code }, language),
    )
  }
  const label = gift
    ? t('checkout.voucher.activate')
    : !isSignedIn
      ? t('checkout.loginToBuy')
      : t(isRenewed ? 'checkout.continueDirectDebit' : 'checkout.continue')

  return (
    <form
      ref={form}
      method="get"
      action={localPath('/payment', language)}
      onSubmit={submit}
      className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:(grid-cols-[minmax(0,1fr)_23rem] gap-8 items-start)"
    >
      {back && <input type="hidden" name="redirect" value={back} />}
      <fieldset className="m-0 p-0 border-0 min-w-0" disabled={gift !== null}>
        <legend className="sr-only">{t('checkout.packages.choose')}</legend>
        <div className={`grid gap-4 sm:grid-cols-2 ${gift ? 'opacity-40' : ''}`}>
          {list.map(each => (
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
      <section
        className="card p-5 lg:(sticky top-20) grid grid-cols-[minmax(0,1fr)] gap-4"
        aria-live="polite"
      >
        <h2 className="m-0 text-base font-700">{t('checkout.invoice')}</h2>
        <Amounts amounts={item} title={item.title} t={t} />
        {discountCode && item.discount === 0 && (
          <p className="m-0 text-sm text-warn">{t('checkout.voucher.off')}</p>
        )}
        {isSignedIn ? (
          <VoucherField state={voucher} order={order} t={t} />
        ) : (
          <p className="m-0 text-sm text-muted">{t('checkout.voucher.login')}</p>
        )}
        <Button type="submit" className="w-full min-h-12.5 max-lg:hidden" isLoading={isBusy}>
          {label}
        </Button>
        <p className="m-0 flex items-center justify-center gap-1.5 text-xs text-muted">
          <i className="i-lucide-shield-check" />
          {t('checkout.secure')}
        </p>
      </section>
      <div className="pay-bar lg:hidden">
        <dl className="m-0 min-w-0">
          <Total total={item.total} t={t} />
        </dl>
        <Button type="submit" className="w-full min-h-12.5" isLoading={isBusy}>
          {label}
        </Button>
      </div>
    </form>
  )
}
