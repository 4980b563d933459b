import { useState } from 'react'
import { checkResetPinCode, resetPin, sendResetPinCode } from '#src/contract/endpoints/profiles.ts'
import { api } from '#src/lib/api/browser.ts'
import { SmsCodeForm } from '../ui/SmsCodeForm.tsx'
import { useSmsCode } from '../ui/use-sms-code.ts'
import { PinForm } from './PinForm.tsx'
import type { ProfilesT } from './texts.ts'

type Props = {
  profileId: string
  msisdn: string
  /** Called with the new PIN. */
  onReset: (pin: string) => void | Promise<void>
  t: ProfilesT
}

/** Resets a forgotten PIN with a code sent by SMS. */
export function PinReset({ profileId, msisdn, onReset, t }: Props) {
  const params = { id: profileId }
  const flow = useSmsCode(reauthenticated => api(sendResetPinCode, { params }, reauthenticated))
  const [token, setToken] = useState<string | null>(null)

  function check(otp: string) {
    void flow.confirm(async tracker_id => {
      const reply = await api(checkResetPinCode, { params, body: { otp, tracker_id } })
      setToken(reply.reset_token)
    })
  }
  async function save(pin: string, reset_token: string) {
    await api(resetPin, { params, body: { pin, reset_token } })
    await onReset(pin)
  }
  if (token) return <PinForm save={({ pin }) => save(pin, token)} t={t} />
  return (
    <SmsCodeForm
      flow={flow}
      intro={t('profiles.pin.resetIntro')}
      send={t('profiles.pin.sendCode')}
      submit={t('profiles.pin.change')}
      msisdn={msisdn}
      onCode={check}
      t={t}
    />
  )
}
