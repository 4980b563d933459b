import { type ReactNode, use, useEffect, useState } from 'react'
import type { Contract } from '#src/contract/checkout.ts'
import { cancelContract, listContracts } from '#src/contract/endpoints/checkout.ts'
import type { Language } from '#src/contract/fields.ts'
import { Button } from '#src/islands/ui/Button.tsx'
import { Dialog } from '#src/islands/ui/Dialog.tsx'
import { ReauthDialog } from '#src/islands/ui/ReauthDialog.tsx'
import { useReauth } from '#src/islands/ui/use-reauth.ts'
import { api } from '#src/lib/api/browser.ts'
import { toFailure } from '#src/lib/api/failure.ts'
import { failureText } from '#src/lib/api/failure-reactions.ts'
import { refreshUser } from '#src/lib/checkout/refresh-user.ts'
import { loadT } from '#src/lib/i18n/load.ts'
import { notify } from '#src/lib/notifications/notifications.store.ts'
import { formatDate } from '#src/lib/text/date.ts'
import { formatPrice } from '#src/lib/text/price.ts'
import { fromWire } from '#src/lib/text/tehran.ts'
import { BankLogo } from './BankLogo.tsx'

const NAMESPACES = ['checkout', 'common', 'failures'] as const
type Props = {
  language: Language
  /** The contracts, if the page has loaded them. */
  first?: Contract[]
  /** End of the current subscription, `YYYY-MM-DDTHH:mm:ss`. */
  endsAt: string | null
}

/** The active direct-debit contract with its cancel button. Renders nothing without one. */
export function Contracts({ language, first, endsAt }: Props) {
  const t = use(loadT(language, NAMESPACES))
  const [contracts, setContracts] = useState<Contract[]>(first ?? [])
  const [isAsking, setAsking] = useState(false)
  const [isLoading, setLoading] = useState(false)
  const reauth = useReauth()
  useEffect(() => {
    if (!first)
      api(listContracts).then(
        ({ items }) => setContracts(items),
        () => undefined,
      )
  }, [])

  const contract = contracts.find(({ status }) => status === 'active')
  if (!contract) return null

  async function cancel(id: string) {
    setLoading(true)
    try {
      await reauth.reauthenticated(() => api(cancelContract, { params: { id } }))
      setContracts(
        contracts.map(each => (each.id === id ? { ...each, status: 'cancelled' } : each)),
      )
      setAsking(false)
      notify(t('checkout.dd.cancelled'), { type: 'success' })
      void refreshUser()
    } catch (error) {
      notify(failureText(toFailure(error), t), { type: 'error' })
    } finally {
      setLoading(false)
    }
  }
  const nextAt = contract.next_charge_at
  const date = endsAt ? formatDate(fromWire(endsAt), language) : ''
  return (
    <section className="card p-5 grid gap-4" data-contract={contract.status}>
      <h2 className="m-0 text-base font-700 flex items-center gap-2">
        <i className="i-lucide-repeat text-good" />
        {t('checkout.dd.active')}
      </h2>
      <dl className="m-0 grid gap-2 text-15">
        <Line
          name={t('checkout.dd.bank')}
          value={
            <span className="inline-flex items-center gap-2">
              <BankLogo code={contract.bank.code} icon="i-lucide-landmark" />
              {contract.bank.name}
            </span>
          }
        />
        <Line name={t('checkout.dd.amount')} value={formatPrice(contract.amount, language)} />
      </dl>
      {nextAt && (
        <p className="m-0 text-muted">
          {t('checkout.dd.nextCharge', { date: formatDate(fromWire(nextAt), language) })}
        </p>
      )}
      <Button kind="line" className="justify-self-start" onClick={() => setAsking(true)}>
        {t('checkout.dd.cancel')}
      </Button>
      <Dialog
        isOpen={isAsking}
        isLoading={isLoading}
        title={t('checkout.dd.cancel')}
        close={t('common.close')}
        onClose={() => setAsking(false)}
        actions={
          <>
            <Button kind="quiet" disabled={isLoading} onClick={() => setAsking(false)}>
              {t('checkout.dd.keep')}
            </Button>
            <Button isLoading={isLoading} onClick={() => cancel(contract.id)}>
              {t('checkout.dd.cancel')}
            </Button>
          </>
        }
      >
        <p className="m-0">{t('checkout.dd.cancelConfirm', { date })}</p>
      </Dialog>
      <ReauthDialog {...reauth} language={language} />
    </section>
  )
}

function Line({ name, value }: { name: string; value: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4">
      <dt className="text-muted">{name}</dt>
      <dd className="m-0 font-600">{value}</dd>
    </div>
  )
}
