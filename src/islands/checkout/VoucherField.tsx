import { VOUCHER_EXAMPLE, VOUCHER_LENGTH } from '#src/contract/limits.ts'
import { Button } from '#src/islands/ui/Button.tsx'
import { Field } from '#src/islands/ui/Field.tsx'
import { useHydrationMarker } from '#src/islands/ui/use-hydration-marker.ts'
import type { PricedOrderStore } from '#src/lib/checkout/priced-order.store.ts'
import type { VoucherState } from '#src/lib/checkout/voucher.ts'
import type { Translate } from '#src/lib/i18n/translate.ts'

type Texts = Translate<
  | 'checkout.voucher'
  | 'checkout.voucher.apply'
  | 'checkout.voucher.cancel'
  | 'checkout.voucher.waiting'
  | 'checkout.voucher.accepted'
  | 'checkout.voucher.acceptedPercent'
  | 'checkout.voucher.gift'
>
type Props = {
  state: VoucherState
  order: Pick<PricedOrderStore<unknown>, 'type' | 'submit' | 'cancel'>
  t: Texts
}

export function VoucherField({ state, order, t }: Props) {
  const ready = useHydrationMarker()
  if (state.step === 'success') return <Accepted state={state} t={t} onCancel={order.cancel} />
  const isWaiting = state.step === 'waiting'
  return (
    <div {...ready} className="flex flex-wrap items-start gap-2" aria-busy={isWaiting}>
      <Field
        className="grow basis-36 min-w-0"
        label={t('checkout.voucher')}
        hideLabel
        isLtr
        name="voucher"
        value={state.text}
        placeholder={VOUCHER_EXAMPLE}
        maxLength={VOUCHER_LENGTH}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        readOnly={isWaiting}
        error={state.step === 'typing' ? (state.error ?? undefined) : undefined}
        hint={isWaiting ? t('checkout.voucher.waiting') : undefined}
        onChange={event => void order.type(event.target.value)}
        onKeyDown={event => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          void order.submit()
        }}
      />
      {isWaiting ? (
        <Button kind="line" className="min-h-12 whitespace-nowrap" onClick={order.cancel}>
          {t('checkout.voucher.cancel')}
        </Button>
      ) : (
        <Button
          kind="quiet"
          className="min-h-12 whitespace-nowrap"
          disabled={state.text.trim() === ''}
          onClick={order.submit}
        >
          {t('checkout.voucher.apply')}
        </Button>
      )}
    </div>
  )
}

function Accepted({
  state,
  t,
  onCancel,
}: {
  state: Extract<VoucherState, { step: 'success' }>
  t: Texts
  onCancel: () => void
}) {
  return (
    <div
      role="status"
      className="flex items-center gap-3 rounded-xl px-3.5 py-2.5 bg-[var(--good-soft)] text-good"
    >
      <i className="i-lucide-badge-check text-xl" />
      <span className="grow min-w-0 text-sm font-600">
        {acceptedText(state, t)}{' '}
        <bdi dir="ltr" className="whitespace-nowrap">
          {state.text}
        </bdi>
      </span>
      <input type="hidden" name="voucher" value={state.text} />
      <button
        type="button"
        className="btn-icon w-9 h-9 text-current"
        aria-label={t('checkout.voucher.cancel')}
        title={t('checkout.voucher.cancel')}
        onClick={onCancel}
      >
        <i className="i-lucide-x" />
      </button>
    </div>
  )
}

function acceptedText({ info }: Extract<VoucherState, { step: 'success' }>, t: Texts): string {
  if (info.kind === 'gift')
    return t('checkout.voucher.gift', { days: info.package?.duration_days ?? 0 })
  if (info.percent) return t('checkout.voucher.acceptedPercent', { percent: info.percent })
  return t('checkout.voucher.accepted', { amount: info.amount ?? 0 })
}
