import { useStore } from '@nanostores/react'
import { type FormEvent, useState } from 'react'
import { PASSWORD_MIN } from '#src/contract/limits.ts'
import { fieldFailure, formFailure } from '#src/lib/forms/field-failure.ts'
import { Button } from '../ui/Button.tsx'
import { Field } from '../ui/Field.tsx'
import { Form } from '../ui/Form.tsx'
import { FormError } from '../ui/FormError.tsx'
import { UsernameField } from '../ui/UsernameField.tsx'
import { StepHead } from './StepHead.tsx'
import type { StepProps } from './step.ts'

export function NewPasswordStep({ login, t }: StepProps) {
  const { failure, isBusy, msisdn } = useStore(login.$login)
  const [password, setPassword] = useState('')

  function submit(event: FormEvent) {
    event.preventDefault()
    void login.setPassword(password)
  }
  return (
    <Form className="grid gap-6" onSubmit={submit}>
      <StepHead title={t('session.password.forgottenTitle')}>
        {t('session.password.forgottenText')}
      </StepHead>
      <UsernameField msisdn={msisdn} />
      <Field
        label={t('session.password.new')}
        type="password"
        name="new-password"
        autoComplete="new-password"
        isLtr
        autoFocus
        toggle={{ show: t('session.password.show'), hide: t('session.password.hide') }}
        hint={t('session.password.hint', { length: PASSWORD_MIN })}
        value={password}
        onChange={({ target }) => setPassword(target.value)}
        error={fieldFailure(failure, 'password', t)}
        maxLength={128}
      />
      <FormError text={formFailure(failure, ['password'], t)} />
      <Button type="submit" isLoading={isBusy} className="w-full min-h-12">
        {t('session.password.saveAndGo')}
      </Button>
      <button type="button" className="link justify-self-center" onClick={() => login.goTo('done')}>
        {t('session.password.later')}
      </button>
    </Form>
  )
}
