import { useState } from 'react'
import { PIN_LENGTH } from '#src/contract/limits.ts'
import { checkResetPinCode, resetPin, sendResetPinCode } from '#src/contract/profiles.ts'
import { api } from '#src/lib/api/browser.ts'
import { type Failure, failureOf } from '#src/lib/api/failure.ts'
import { createCode } from '#src/lib/profiles/code.store.ts'
import { fieldFailure, formFailure } from '#src/lib/session/field-failure.ts'
import { Button } from '../ui/Button.tsx'
import { CodeFlow } from '../ui/CodeFlow.tsx'
import { CodeInput } from '../ui/CodeInput.tsx'
import { FormError } from '../ui/FormError.tsx'
import type { ProfilesT } from './texts.ts'

type Props = {
  profileId: string
  msisdn: string
  /** With the new PIN, once it is set. */
  onReset: (pin: string) => void | Promise<void>
  t: ProfilesT
}

/** A forgotten PIN: a code by SMS, then a new one. */
export function PinReset({ profileId, msisdn, onReset, t }: Props) {
  const [flow] = useState(() =>
    createCode(
      () => api(sendResetPinCode, { params: { id: profileId } }),
      () => Date.now(),
    ),
  )
  const [token, setToken] = useState<string | null>(null)

  function check(otp: string) {
    void flow.confirm(async tracker_id => {
      const body = { otp, tracker_id }
      const reply = await api(checkResetPinCode, { params: { id: profileId }, body })
      setToken(reply.reset_token)
    })
  }
  if (token) return <NewPin profileId={profileId} token={token} onReset={onReset} t={t} />
  return (
    <CodeFlow
      flow={flow}
      intro={t('profiles.pin.resetIntro')}
      send={t('profiles.pin.sendCode')}
      submit={t('common.confirm')}
      msisdn={msisdn}
      onCode={check}
      t={t}
    />
  )
}

type NewPinProps = Pick<Props, 'profileId' | 'onReset' | 't'> & { token: string }

function NewPin({ profileId, token, onReset, t }: NewPinProps) {
  const [pin, setPin] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)

  async function save() {
    if (pin.length < PIN_LENGTH) return
    setBusy(true)
    setFailure(null)
    try {
      await api(resetPin, { params: { id: profileId }, body: { pin, reset_token: token } })
      await onReset(pin)
    } catch (error) {
      setFailure(failureOf(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <form
      className="grid gap-5"
      onSubmit={event => {
        event.preventDefault()
        void save()
      }}
    >
      <CodeInput
        label={t('profiles.pin.new')}
        length={PIN_LENGTH}
        language={t.language}
        value={pin}
        onChange={setPin}
        error={fieldFailure(failure, 'pin', t)}
        autoFocus
        name="new-pin"
      />
      <FormError text={formFailure(failure, ['pin'], t)} />
      <Button type="submit" isLoading={isBusy} className="w-full min-h-12">
        {t('common.save')}
      </Button>
    </form>
  )
}
