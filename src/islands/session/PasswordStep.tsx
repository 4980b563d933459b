import { useStore } from '@nanostores/react'
import { type FormEvent, useState } from 'react'
import { fieldFailure, formFailure } from '#src/lib/forms/field-failure.ts'
import { Button } from '../ui/Button.tsx'
import { Field } from '../ui/Field.tsx'
import { Form } from '../ui/Form.tsx'
import { FormError } from '../ui/FormError.tsx'
import { ProofProgress } from '../ui/ProofProgress.tsx'
import { UsernameField } from '../ui/UsernameField.tsx'
import { StepHead } from './StepHead.tsx'
import type { StepProps } from './step.ts'

export function PasswordStep({ login, t }: StepProps) {
  const { failure, isBusy, msisdn, proof } = useStore(login.$login)
  const [password, setPassword] = useState('')
  const [isLocked, setLocked] = useState(false)
  const [isMissing, setMissing] = useState(false)

  function submit(event: FormEvent) {
    event.preventDefault()
    setMissing(password === '')
    if (password !== '') void login.enterPassword(password)
  }
  // Wrong passwords never lock an account: sign-in by code remains available and becomes the primary button.
  const isRejected = failure?.kind === 'api_error' && failure.result === 'too_many_requests'
  if (isRejected && !isLocked) setLocked(true)
  const missing = isMissing
    ? t('validation.required', { field: t('validation.field.password') })
    : undefined
  return (
    <Form className="grid gap-6" onSubmit={submit}>
      <StepHead title={t('session.login.withPassword')}>
        {t('session.login.passwordFor', { msisdn })}
      </StepHead>
      <UsernameField msisdn={msisdn} />
      <Field
        label={t('session.password.label')}
        type="password"
        name="password"
        autoComplete="current-password"
        isLtr
        autoFocus
        toggle={{ show: t('session.password.show'), hide: t('session.password.hide') }}
        value={password}
        onChange={({ target }) => setPassword(target.value)}
        error={missing ?? fieldFailure(failure, 'password', t)}
        maxLength={128}
      />
      <FormError text={formFailure(failure, ['password'], t)} />
      <ProofProgress share={proof} onCancel={login.cancelProof} t={t} />
      {isLocked && (
        <Button className="w-full min-h-12" onClick={() => void login.askCode(msisdn)}>
          <i className="i-lucide-message-square-text" />
          {t('session.login.withCode')}
        </Button>
      )}
      <Button
        type="submit"
        kind={isLocked ? 'line' : 'action'}
        isLoading={isBusy}
        className="w-full min-h-12"
      >
        {t('session.login.submit')}
      </Button>
      <div className="flex flex-wrap items-center justify-between gap-3">
        {!isLocked && (
          <button type="button" className="link" onClick={() => void login.askCode(msisdn)}>
            {t('session.login.withCode')}
          </button>
        )}
        <button type="button" className="link" onClick={() => void login.askCode(msisdn, true)}>
          {t('session.login.forgotPassword')}
        </button>
        <button type="button" className="link" onClick={() => login.goTo('mobile')}>
          <i className="i-lucide-pencil text-sm" />
          {t('session.login.changeNumber')}
        </button>
      </div>
    </Form>
  )
}
