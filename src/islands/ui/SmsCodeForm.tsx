import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { OTP } from '#src/contract/limits.ts'
import { fieldFailure, formFailure } from '#src/lib/forms/field-failure.ts'
import type { Key } from '#src/lib/i18n/keys.ts'
import type { Translate } from '#src/lib/i18n/translate.ts'
import type { SmsCode } from '#src/lib/session/sms-code.store.ts'
import { receiveSmsCode } from '#src/lib/session/web-otp.ts'
import { Button } from './Button.tsx'
import { CodeInput } from './CodeInput.tsx'
import { Form } from './Form.tsx'
import { FormError } from './FormError.tsx'
import { ProofProgress } from './ProofProgress.tsx'
import { ResendCode } from './ResendCode.tsx'

type Props = {
  flow: SmsCode
  intro: string
  send: string
  submit: string
  msisdn: string
  onCode: (otp: string) => void
  t: Translate<Key<'session' | 'failures' | 'validation'>>
}

/** Requests a one-time code, accepts it, and can request another one. */
export function SmsCodeForm({ flow, intro, send, submit, msisdn, onCode, t }: Props) {
  const { sent, isBusy, failure, proof } = useStore(flow.$code)
  const [code, setCode] = useState('')
  const [isShort, setShort] = useState(false)
  const length = sent?.length ?? OTP.length

  useEffect(() => {
    if (!sent) return
    const abort = new AbortController()
    void receiveSmsCode(abort.signal).then(received => {
      if (received && !abort.signal.aborted) setCode(received)
    })
    return () => abort.abort()
  }, [sent])

  if (!sent)
    return (
      <div className="grid gap-4">
        <p className="m-0 text-muted text-15">{intro}</p>
        <FormError text={formFailure(failure, [], t)} />
        <ProofProgress share={proof} onCancel={flow.cancelProof} t={t} />
        <Button isLoading={isBusy} className="w-full min-h-12" onClick={() => void flow.send()}>
          {send}
        </Button>
      </div>
    )
  return (
    <Form
      className="grid gap-5"
      onSubmit={event => {
        event.preventDefault()
        setShort(code.length < length)
        if (code.length === length) onCode(code)
      }}
    >
      <p className="m-0 text-muted text-15">{t('session.code.hint', { length, msisdn })}</p>
      <CodeInput
        label={t('session.code.label')}
        hideLabel
        length={length}
        language={t.language}
        value={code}
        onChange={typed => {
          setShort(false)
          setCode(typed)
        }}
        onComplete={onCode}
        error={isShort ? t('validation.code') : fieldFailure(failure, 'otp', t)}
        isOneTime
        autoFocus
        name="otp"
      />
      <FormError text={formFailure(failure, ['otp'], t)} />
      <ProofProgress share={proof} onCancel={flow.cancelProof} t={t} />
      <Button type="submit" isLoading={isBusy} className="w-full min-h-12">
        {submit}
      </Button>
      <div className="justify-self-center">
        <ResendCode
          sent={sent}
          t={t}
          onResend={() => {
            setCode('')
            void flow.send()
          }}
        />
      </div>
    </Form>
  )
}
