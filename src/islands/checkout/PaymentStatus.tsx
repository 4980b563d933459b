import { use, useEffect, useState } from 'react'
import type { Transaction } from '#src/contract/checkout.ts'
import { getTransaction } from '#src/contract/endpoints/checkout.ts'
import { getCinemaTransaction } from '#src/contract/endpoints/cinema.ts'
import type { Language } from '#src/contract/fields.ts'
import { REFUND_HOURS } from '#src/contract/limits.ts'
import { Spinner } from '#src/islands/ui/Spinner.tsx'
import { api } from '#src/lib/api/browser.ts'
import { isPaymentPending, paymentFailureKey, paymentResultPath } from '#src/lib/checkout/pay.ts'
import { isJustPaid } from '#src/lib/checkout/receipt.ts'
import { paymentReturnPath } from '#src/lib/checkout/return-path.ts'
import { localPath } from '#src/lib/i18n/languages.ts'
import { loadT } from '#src/lib/i18n/load.ts'
import { homePath, packageChoicePath, playPath, ticketPath } from '#src/lib/routes.ts'
import { Receipt } from './Receipt.tsx'

const NAMESPACES = ['checkout', 'cinema', 'common', 'shell'] as const
const LOOK_AGAIN_MS = 2_000
const LONGEST_PAUSE_MS = 10_000

type Props = {
  language: Language
  initial: Transaction
  /** True if the bank redirected back without a payment while the final result is pending. */
  isReturnedUnpaid: boolean
}

/** The status of a payment. Polls at increasing intervals until it is final. */
export default function PaymentStatus(props: Props) {
  const { language, initial, isReturnedUnpaid } = props
  const t = use(loadT(language, NAMESPACES))
  const [payment, setPayment] = useState(initial)

  useEffect(() => {
    if (!isPaymentPending(payment)) return
    let pause = LOOK_AGAIN_MS
    let timer = setTimeout(look, pause)
    async function look() {
      const endpoint = payment.kind === 'ticket' ? getCinemaTransaction : getTransaction
      const found = await api(endpoint, { params: { id: payment.id } }).catch(() => null)
      if (found && !isPaymentPending(found)) return arrive(found)
      pause = Math.min(pause * 1.25, LONGEST_PAUSE_MS)
      timer = setTimeout(look, pause)
    }
    return () => clearTimeout(timer)
  }, [])

  function arrive(found: Transaction) {
    if (found.status === 'paid' && found.kind !== 'ticket')
      location.replace(paymentResultPath(found, language))
    else setPayment(found)
  }

  if (payment.status === 'redirected' && isReturnedUnpaid)
    return (
      <Result
        icon={<i className="i-lucide-circle-x" />}
        tone="bad"
        title={t('checkout.result.notYet')}
      >
        <p className="m-0">{t('checkout.result.notYetNote')}</p>
        <a className="btn-action w-full min-h-13" href={againPath(payment, language)}>
          {t('checkout.result.tryAgain')}
        </a>
        <a className="btn-quiet w-full" href={homePath(language)}>
          {t('checkout.result.toHome')}
        </a>
      </Result>
    )
  if (isPaymentPending(payment))
    return (
      <Result
        icon={<Spinner className="text-3xl" />}
        tone="quiet"
        title={t('checkout.result.checking')}
      >
        <p className="m-0 text-muted">{t('checkout.result.checkingNote')}</p>
        {payment.status !== 'verifying' && (
          <a className="btn-line w-full" href={againPath(payment, language)}>
            {t('checkout.result.backToBank')}
          </a>
        )}
      </Result>
    )
  if (payment.status === 'paid' && payment.content) {
    const isNew = isJustPaid(payment, new Date())
    return (
      <Result
        icon={<i className="i-lucide-ticket" />}
        tone={isNew ? 'good' : 'quiet'}
        title={t(isNew ? 'cinema.result.success' : 'checkout.result.receipt')}
      >
        <p className="m-0 text-lg font-700">
          <bdi>{payment.content.title}</bdi>
        </p>
        {isNew && <p className="m-0 text-muted">{t('cinema.notStarted')}</p>}
        <Receipt payment={payment} t={t} />
        {isNew && (
          <a className="btn-action w-full min-h-13" href={playPath(payment.content, language)}>
            <i className="i-lucide-play" />
            {t('cinema.result.watch')}
          </a>
        )}
        <a className="btn-quiet w-full" href={localPath('/user/subscription#tickets', language)}>
          {t('cinema.tickets')}
        </a>
      </Result>
    )
  }
  const isReversed = payment.status === 'reversed'
  return (
    <Result
      icon={<i className={isReversed ? 'i-lucide-undo-2' : 'i-lucide-circle-x'} />}
      tone="bad"
      title={t(isReversed ? 'checkout.result.reversed' : 'checkout.result.failed')}
    >
      <p className="m-0">{t(paymentFailureKey(payment))}</p>
      <p className="m-0 text-sm text-muted">{t('checkout.refundNote', REFUND_HOURS)}</p>
      <a className="btn-action w-full min-h-13" href={againPath(payment, language)}>
        {t('checkout.result.tryAgain')}
      </a>
      <div className="grid grid-cols-2 gap-3 w-full">
        <a className="btn-quiet" href={localPath('/tickets', language)}>
          {t('checkout.result.support')}
        </a>
        <a className="btn-quiet" href={homePath(language)}>
          {t('checkout.result.toHome')}
        </a>
      </div>
    </Result>
  )
}

const TONES = {
  good: 'bg-[var(--good-soft)] text-good',
  bad: 'bg-[var(--bad-soft)] text-bad',
  quiet: 'bg-[var(--quiet)] text-muted',
}

type ResultProps = {
  icon: React.ReactNode
  tone: keyof typeof TONES
  title: string
  children: React.ReactNode
}

function Result({ icon, tone, title, children }: ResultProps) {
  return (
    <section
      className="card p-6 sm:p-8 grid justify-items-center text-center gap-4"
      aria-live="polite"
    >
      <span className={`result-icon ${TONES[tone]}`}>{icon}</span>
      <h1 className="m-0 text-xl font-800">{title}</h1>
      {children}
    </section>
  )
}

function againPath(payment: Transaction, language: Language): string {
  if (payment.content) return ticketPath(payment.content, language)
  const voucher = payment.invoice.voucher_code
  const packageId = payment.package?.id ?? null
  return packageChoicePath({ packageId, voucher, back: paymentReturnPath(payment) }, language)
}
