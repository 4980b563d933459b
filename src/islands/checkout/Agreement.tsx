import { use, useRef, useState } from 'react'
import type { Data } from '#src/contract/endpoint.ts'
import { createContract, listBanks } from '#src/contract/endpoints/checkout.ts'
import type { Language } from '#src/contract/fields.ts'
import { Button } from '#src/islands/ui/Button.tsx'
import { ErrorState } from '#src/islands/ui/ErrorState.tsx'
import { ReauthDialog } from '#src/islands/ui/ReauthDialog.tsx'
import { Skeleton } from '#src/islands/ui/Skeleton.tsx'
import { useHydrationMarker } from '#src/islands/ui/use-hydration-marker.ts'
import { useReauth } from '#src/islands/ui/use-reauth.ts'
import { api, newIdempotencyKey } from '#src/lib/api/browser.ts'
import { toFailure } from '#src/lib/api/failure.ts'
import { failureText } from '#src/lib/api/failure-reactions.ts'
import { loadT } from '#src/lib/i18n/load.ts'
import { BankLogo } from './BankLogo.tsx'
import { Problem } from './Problem.tsx'
import { usePageExit } from './use-page-exit.ts'

const NAMESPACES = ['checkout', 'common', 'failures'] as const

export type Banks = Data<typeof listBanks>['items']
type Props = { language: Language; packageId: string; banks: Banks | null; back: string | null }

/** Lets the user choose a bank and agree, then redirects to the bank. */
export default function Agreement({ language, packageId, banks: initial, back }: Props) {
  const t = use(loadT(language, NAMESPACES))
  const [banks, setBanks] = useState(initial)
  const [isFailed, setFailed] = useState(initial === null)
  const [bank, setBank] = useState('')
  const [isAgreed, setAgreed] = useState(false)
  const [isExiting, setExiting] = usePageExit()
  const [error, setError] = useState<string | null>(null)
  const ready = useHydrationMarker()
  const form = useRef<HTMLDivElement>(null)
  const reauth = useReauth()

  async function load() {
    setFailed(false)
    try {
      setBanks((await api(listBanks)).items)
    } catch {
      setFailed(true)
    }
  }
  /** Shows what is missing and moves the focus there. */
  function ask(name: 'bank' | 'agreement', text: string) {
    setError(text)
    form.current?.querySelector<HTMLInputElement>(`[name=${name}]:enabled`)?.focus()
  }
  async function begin() {
    if (!bank) return ask('bank', t('checkout.dd.chooseBank'))
    if (!isAgreed) return ask('agreement', t('checkout.dd.agreeFirst'))
    setExiting(true)
    setError(null)
    try {
      const body = { bank_code: bank, package_id: packageId, return_path: back }
      const options = { idempotencyKey: newIdempotencyKey() }
      location.assign(
        (await reauth.reauthenticated(() => api(createContract, { body }, options))).redirect_url,
      )
    } catch (cause) {
      setError(failureText(toFailure(cause), t))
      setExiting(false)
    }
  }

  return (
    <div ref={form} {...ready} className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <fieldset className="m-0 p-0 border-0 min-w-0">
        <legend className="p-0 mb-3 text-base font-700">{t('checkout.dd.chooseBank')}</legend>
        {isFailed && (
          <ErrorState text={t('checkout.gateway.error')} retry={t('common.retry')} onRetry={load} />
        )}
        {!isFailed && !banks && <Skeleton count={4} label={t('common.loading')} className="h-15" />}
        <div className="grid gap-3 sm:grid-cols-2">
          {banks?.map(({ code, name, logo, is_healthy: isHealthy }) => (
            <label key={code} className={`gateway ${isHealthy ? '' : 'opacity-55'}`}>
              <input
                type="radio"
                name="bank"
                value={code}
                disabled={!isHealthy}
                checked={code === bank}
                onChange={() => setBank(code)}
                className="accent-action w-5 h-5 m-0"
              />
              <BankLogo code={code} logo={logo} icon="i-lucide-landmark" />
              <span className="grid min-w-0">
                <b className="font-600">{name}</b>
                {!isHealthy && (
                  <span className="text-xs text-bad">{t('checkout.dd.bankDown')}</span>
                )}
              </span>
            </label>
          ))}
        </div>
      </fieldset>
      <p className="m-0 flex items-start gap-2 text-sm text-muted">
        <i className="i-lucide-info mt-1" />
        {t('checkout.dd.mobileNote')}
      </p>
      <label className="flex items-start gap-3 cursor-pointer min-h-11">
        <input
          type="checkbox"
          name="agreement"
          checked={isAgreed}
          onChange={event => setAgreed(event.target.checked)}
          className="accent-action w-5 h-5 m-0 mt-0.5 flex-none"
        />
        {t('checkout.dd.agree')}
      </label>
      <Problem text={error} />
      <Button className="w-full min-h-13 text-base" isLoading={isExiting} onClick={begin}>
        <i className="i-lucide-landmark" />
        {t('checkout.dd.start')}
      </Button>
      <ReauthDialog {...reauth} language={language} />
    </div>
  )
}
