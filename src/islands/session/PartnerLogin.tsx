import { use, useEffect, useState } from 'react'
import type { Data } from '#src/contract/endpoint.ts'
import {
  type checkSso,
  resolveSessions,
  sendPartnerCode,
  thirdPartyLogin,
} from '#src/contract/endpoints/session.ts'
import type { Language } from '#src/contract/fields.ts'
import type { SessionLimit } from '#src/contract/session.ts'
import { api } from '#src/lib/api/browser.ts'
import type { Failure } from '#src/lib/api/failure.ts'
import { formFailure } from '#src/lib/forms/field-failure.ts'
import { loadT } from '#src/lib/i18n/load.ts'
import { loginPath, profilePath } from '#src/lib/routes.ts'
import { deviceInfo } from '#src/lib/session/device.ts'
import { refreshSession } from '#src/lib/session/session.store.ts'
import { createSmsCode } from '#src/lib/session/sms-code.store.ts'
import type { Agent } from '#src/lib/session/user-agent.ts'
import { Button } from '../ui/Button.tsx'
import { FormError } from '../ui/FormError.tsx'
import { SmsCodeForm } from '../ui/SmsCodeForm.tsx'
import { useAsyncAction } from '../ui/use-async-action.ts'
import { useHydrationMarker } from '../ui/use-hydration-marker.ts'
import { DeviceLimit } from './DeviceLimit.tsx'
import { StepHead } from './StepHead.tsx'
import { NAMESPACES } from './texts.ts'

type Check = Data<typeof checkSso>
type Props = { language: Language; agent: Agent; token: string; check: Check | null; back: string }

/**
 * SSO sign-in: shows the user whom the partner sent and asks for a confirmation, and for a code if the number has an account that was
 * never signed in to from the partner.
 */
export default function PartnerLogin({ language, agent, token, check, back }: Props) {
  const t = use(loadT(language, NAMESPACES))
  const ready = useHydrationMarker()
  const { isBusy, failure, attempt } = useAsyncAction({ leaves: true })
  const [limit, setLimit] = useState<SessionLimit | null>(null)
  const [isLinking, setLinking] = useState(false)
  const [code] = useState(() =>
    createSmsCode(proof => api(sendPartnerCode, { body: { token } }, proof), Date.now),
  )

  // The token is removed from the URL, so that it is not copied along.
  useEffect(() => history.replaceState(null, '', location.pathname), [])

  function goOn(found: Failure | null | undefined) {
    if (!found) {
      refreshSession()
      location.assign(profilePath(back, language))
    } else if (found.kind === 'api_error' && found.result === 'session_limit')
      setLimit(found.data as SessionLimit)
    else if (found.kind === 'api_error' && found.result === 'reauth_required') setLinking(true)
  }
  const comeIn = async (work: () => Promise<unknown>) => goOn((await attempt(work))?.failure)
  const enter = () =>
    comeIn(() => api(thirdPartyLogin, { body: { token, device: deviceInfo(agent) } }))
  async function enterWithCode(otp: string) {
    await code.confirm(async tracker_id => {
      const device = deviceInfo(agent)
      await api(thirdPartyLogin, { body: { token, device, otp, tracker_id } })
    })
    goOn(code.$code.get().failure)
  }
  const isOver = failure?.kind === 'api_error' && failure.result === 'unauthorized_sso'
  if (!check?.is_valid || isOver)
    return (
      <div className="grid gap-6">
        <StepHead title={t('session.sso.title')}>{t('session.sso.failed')}</StepHead>
        {check && (
          <a className="btn-action min-h-12" href={check.next_url}>
            {t('session.sso.back')}
          </a>
        )}
        <a className="btn-quiet min-h-12" href={loginPath(back, language)}>
          {t('session.sso.toLogin')}
        </a>
      </div>
    )
  if (limit)
    return (
      <DeviceLimit
        {...{ limit, failure, isBusy, t }}
        onEnd={ids => void comeIn(() => choose(limit, ids))}
      />
    )
  if (isLinking)
    return (
      <div {...ready} className="grid gap-6">
        <StepHead title={t('session.sso.title')}>{t('session.sso.text')}</StepHead>
        <SmsCodeForm
          flow={code}
          intro={t('session.sso.link', { msisdn: check.msisdn_hint })}
          send={t('session.login.sendCode')}
          submit={t('session.sso.go')}
          msisdn={check.msisdn_hint}
          onCode={otp => void enterWithCode(otp)}
          t={t}
        />
        <a className="link justify-self-center" href={check.next_url}>
          {t('session.sso.back')}
        </a>
      </div>
    )
  return (
    <div {...ready} className="grid gap-6">
      <StepHead title={t('session.sso.title')}>{t('session.sso.text')}</StepHead>
      <p className="m-0 text-center text-lg font-600">
        {t('session.sso.confirm', { msisdn: check.msisdn_hint })}
      </p>
      <FormError text={formFailure(failure, [], t)} />
      <Button isLoading={isBusy} className="w-full min-h-12" onClick={() => void enter()}>
        {t('session.sso.go')}
      </Button>
      <a className="link justify-self-center" href={check.next_url}>
        {t('session.sso.back')}
      </a>
    </div>
  )
}

/** The partner does not reveal the number; the token identifies the user. */
function choose({ limited_token }: SessionLimit, sessions: string[]) {
  return api(
    resolveSessions,
    { params: { msisdn: '_limited' }, body: { sessions } },
    { headers: { Authorization: `Bearer ${limited_token}` } },
  )
}
