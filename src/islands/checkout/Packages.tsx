import { type FormEvent, use, useEffect, useRef, useState } from 'react'
import type { PackageGroup } from '#src/contract/checkout.ts'
import { groupPackages } from '#src/contract/endpoints/checkout.ts'
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
import { usePageExit } from './use-page-exit.ts'
import { useVoucher } from './use-voucher.ts'
import { VoucherField } from './VoucherField.tsx'

const NAMESPACES = ['checkout', 'common', 'validation', 'errors'] as const
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
  const [groups, setGroups] = useState(initial)
  const [selected, setSelected] = useState(defaultPackageId(initial, requestedId))
  const [isExiting, setExiting] = usePageExit()
  const form = useRef<HTMLFormElement>(null)
  const voucher = useVoucher(voucherCode, t('errors.unknown'))
  const { state } = voucher
  const accepted = state.step === 'success' ? state : null
  const gift = accepted?.info.kind === 'gift' ? accepted.info.package : null
  const discountCode = accepted && !gift ? accepted.text : null

  useEffect(() => {
    // Selected before hydration, or restored by the browser.
    const preselected = form.current && new FormData(form.current).get('package')
    if (preselected) setSelected(String(preselected))
    if (voucherCode && isSignedIn) void voucher.submit(voucherCode)
  }, [])

  useEffect(() => {
    if (!discountCode) return setGroups(initial)
    let isCurrent = true
    api(groupPackages, { body: { voucher_code: discountCode } }).then(
      priced => isCurrent && setGroups(priced.groups),
      error => notify(failureText(failureOf(error), t), { type: 'error' }),
    )
    return () => {
      isCurrent = false
    }
  }, [discountCode])

  const list = packagesInOrder(groups)
  const item = gift ?? list.find(({ id }) => id === selected)
  if (!item) return <p className="text-center text-muted py-16">{t('checkout.package.empty')}</p>
  const isRenewed = item.renewal === 'direct_debit'

  async function activateGift(giftCode: string) {
    setExiting(true)
    try {
      const order = {
        package_id: null,
        voucher_code: giftCode,
        gateway_id: null,
        return_path: back,
      }
      location.assign(await placeOrder(api, order, { keys, language }))
    } catch (error) {
      setExiting(false)
      notify(failureText(failureOf(error), t), { type: 'error' })
    }
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    if (isExiting || !item) return
    const order = { packageId: item.id, back }
    if (!isSignedIn)
      return location.assign(
        loginPath(choicePath({ ...order, voucher: state.text }, language), language),
      )
    if (gift && accepted) return void activateGift(accepted.text)
    setExiting(true)
    location.assign(
      isRenewed
        ? agreementPath(order, language)
        : paymentPath({ ...order, voucher: discountCode }, language),
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
      className="grid gap-6 lg:(grid-cols-[minmax(0,1fr)_23rem] gap-8 items-start)"
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
      <section className="card p-5 lg:(sticky top-20) grid gap-4" aria-live="polite">
        <h2 className="m-0 text-base font-700">{t('checkout.invoice')}</h2>
        <Amounts amounts={item} title={item.title} t={t} />
        {discountCode && item.discount === 0 && (
          <p className="m-0 text-sm text-warn">{t('checkout.voucher.off')}</p>
        )}
        {isSignedIn ? (
          <VoucherField
            state={state}
            t={t}
            onType={voucher.type}
            onSubmit={voucher.submit}
            onReject={voucher.reject}
            onCancel={voucher.cancel}
          />
        ) : (
          <p className="m-0 text-sm text-muted">{t('checkout.voucher.login')}</p>
        )}
        <Button type="submit" className="w-full min-h-12.5 max-lg:hidden" isLoading={isExiting}>
          {label}
        </Button>
        <p className="m-0 flex items-center justify-center gap-1.5 text-xs text-muted">
          <i className="i-lucide-shield-check" />
          {t('checkout.secure')}
        </p>
      </section>
      <div className="pay-bar lg:hidden">
        <dl className="m-0 grow min-w-0">
          <Total total={item.total} t={t} />
        </dl>
        <Button type="submit" className="w-full min-h-12.5" isLoading={isExiting}>
          {label}
        </Button>
      </div>
    </form>
  )
}
