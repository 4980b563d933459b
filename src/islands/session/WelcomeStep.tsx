import { useStore } from '@nanostores/react'
import { type FormEvent, useState } from 'react'
import { fieldFailure, formFailure } from '#src/lib/forms/field-failure.ts'
import { Button } from '../ui/Button.tsx'
import { Field } from '../ui/Field.tsx'
import { Form } from '../ui/Form.tsx'
import { FormError } from '../ui/FormError.tsx'
import { StepHead } from './StepHead.tsx'
import type { StepProps } from './step.ts'

/** Asks a new user for a name. The step can be skipped. */
export function WelcomeStep({ login, t }: StepProps) {
  const { failure, isBusy } = useStore(login.$login)
  const [name, setName] = useState('')
  const [family, setFamily] = useState('')

  function submit(event: FormEvent) {
    event.preventDefault()
    void login.saveNames({ name, family })
  }
  return (
    <Form className="grid gap-6" onSubmit={submit}>
      <StepHead title={t('session.welcome.title')}>{t('session.welcome.text')}</StepHead>
      <div className="grid gap-4 xs:grid-cols-2">
        <Field
          label={t('session.account.name')}
          name="given-name"
          autoComplete="given-name"
          autoFocus
          dir="auto"
          value={name}
          onChange={({ target }) => setName(target.value)}
          error={fieldFailure(failure, 'name', t)}
          maxLength={60}
        />
        <Field
          label={t('session.account.family')}
          name="family-name"
          autoComplete="family-name"
          dir="auto"
          value={family}
          onChange={({ target }) => setFamily(target.value)}
          error={fieldFailure(failure, 'family', t)}
          maxLength={60}
        />
      </div>
      <FormError text={formFailure(failure, ['name', 'family'], t)} />
      <Button type="submit" isLoading={isBusy} className="w-full min-h-12">
        {t('common.continue')}
      </Button>
      <button type="button" className="link justify-self-center" onClick={() => login.goTo('done')}>
        {t('session.register.later')}
      </button>
    </Form>
  )
}
