import { useStore } from '@nanostores/react'
import { type FormEvent, useEffect, useState } from 'react'
import { OTP } from '#src/contract/limits.ts'
import { fieldFailure, formFailure } from '#src/lib/forms/field-failure.ts'
import { receiveSmsCode } from '#src/lib/session/web-otp.ts'
import { Button } from '../ui/Button.tsx'
import { CodeInput } from '../ui/CodeInput.tsx'
import { Form } from '../ui/Form.tsx'
import { FormError } from '../ui/FormError.tsx'
import { ProofProgress } from '../ui/ProofProgress.tsx'
import { ResendCode } from '../ui/ResendCode.tsx'
import { OtherWays } from './OtherWays.tsx'
import { StepHead } from './StepHead.tsx'
import type { StepProps } from './step.ts'

export function CodeStep({ login, t, outbox, onOtherDevice }: StepProps) {
  const { failure, isBusy, msisdn, sent, proof } = useStore(login.$login)
  const [code, setCode] = useState('')
  const [isShort, setShort] = useState(false)
  const isRefused = failure?.kind === 'api_error' && failure.result === 'too_many_requests'
  const length = sent?.length ?? OTP.length
  const tracker = sent?.tracker

  useEffect(() => {
    if (!tracker) return
    const abort = new AbortController()
    void receiveSmsCode(abort.signal).then(received => {
      if (!received || abort.signal.aborted) return
      setCode(received)
      void login.enterCode(received)
    })
    return () => abort.abort()
  }, [login, tracker])

  function submit(event: FormEvent) {
    event.preventDefault()
    setShort(code.length < length)
    if (code.length === length) void login.enterCode(code)
  }
  return (
    <Form className="grid gap-6" onSubmit={submit}>
      <StepHead title={t('session.code.label')}>
        {t('session.code.hint', { length, msisdn })}
      </StepHead>
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
        onComplete={full => void login.enterCode(full)}
        error={isShort ? t('validation.code') : fieldFailure(failure, 'otp', t)}
        isOneTime
        autoFocus
        name="otp"
      />
      <FormError text={formFailure(failure, ['otp'], t)} />
      <ProofProgress share={proof} onCancel={login.cancelProof} t={t} />
      {isRefused && <OtherWays {...{ login, msisdn, onOtherDevice, t }} />}
      <Button type="submit" isLoading={isBusy} className="w-full min-h-12">
        {t('session.login.submit')}
      </Button>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <button type="button" className="link" onClick={() => login.goTo('mobile')}>
          <i className="i-lucide-pencil text-sm" />
          {t('session.login.changeNumber')}
        </button>
        {sent && (
          <ResendCode
            sent={sent}
            t={t}
            onResend={() => {
              setCode('')
              void login.resend()
            }}
          />
        )}
      </div>
      {outbox && (
        <a className="demo-note" href={outbox} target="_blank" rel="noopener">
          <i className="i-lucide-inbox" />
          {t('session.outbox.link')}
        </a>
      )}
    </Form>
  )
}
