import { type FormEvent, useState } from 'react'
import { type DeviceSession, endSessions, sendReauthCode } from '#src/contract/session.ts'
import { api } from '#src/lib/api/browser.ts'
import { fieldFailure, formFailure } from '#src/lib/session/field-failure.ts'
import { Button } from '../ui/Button.tsx'
import { CodeFlow } from '../ui/CodeFlow.tsx'
import { DeviceLine } from '../ui/DeviceLine.tsx'
import { Field } from '../ui/Field.tsx'
import { FormError } from '../ui/FormError.tsx'
import { useAttempt } from '../ui/use-attempt.ts'
import { useCode } from '../ui/use-code.ts'
import type { AccountT } from './texts.ts'

type Props = {
  device: DeviceSession
  hasPassword: boolean
  msisdn: string
  onEnded: () => void
  t: AccountT
}

/** It has to be the owner: the password, or a code sent to the mobile. */
export function ProveAndEnd({ device, hasPassword, msisdn, onEnded, t }: Props) {
  const [byCode, setByCode] = useState(!hasPassword)
  const flow = useCode(proved => api(sendReauthCode, { body: {} }, proved))
  async function confirm(otp: string) {
    const isDone = await flow.confirm(async tracker_id => {
      await api(endSessions, { body: { sessions: [device.id], otp, tracker_id } })
    })
    if (isDone) onEnded()
  }
  return (
    <div className="grid gap-5">
      <DeviceLine session={device} t={t} />
      {byCode ? (
        <CodeFlow
          flow={flow}
          intro={t('session.devices.codeIntro')}
          send={t('session.devices.sendCode')}
          submit={t('session.devices.end')}
          msisdn={msisdn}
          onCode={otp => void confirm(otp)}
          t={t}
        />
      ) : (
        <ByPassword device={device} onEnded={onEnded} t={t} />
      )}
      {hasPassword && (
        <button
          type="button"
          className="link justify-self-center"
          onClick={() => setByCode(!byCode)}
        >
          {t(byCode ? 'session.devices.byPassword' : 'session.devices.byCode')}
        </button>
      )}
    </div>
  )
}

function ByPassword({ device, onEnded, t }: Pick<Props, 'device' | 'onEnded' | 't'>) {
  const [password, setPassword] = useState('')
  const { isBusy, failure, attempt } = useAttempt()

  async function submit(event: FormEvent) {
    event.preventDefault()
    const body = { sessions: [device.id], password }
    if ((await attempt(() => api(endSessions, { body }))) === null) onEnded()
  }
  return (
    <form className="grid gap-5" onSubmit={submit} noValidate>
      <Field
        label={t('session.password.label')}
        hint={t('session.devices.proof')}
        type="password"
        name="password"
        autoComplete="current-password"
        isLtr
        toggle={{ show: t('session.password.show'), hide: t('session.password.hide') }}
        value={password}
        onChange={({ target }) => setPassword(target.value)}
        error={fieldFailure(failure, 'password', t)}
        maxLength={128}
      />
      <FormError text={formFailure(failure, ['password'], t)} />
      <Button type="submit" isLoading={isBusy} className="min-h-12">
        {t('session.devices.end')}
      </Button>
    </form>
  )
}
