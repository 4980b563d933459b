import { useStore } from '@nanostores/react'
import { type FormEvent, useState } from 'react'
import { fieldFailure, formFailure } from '#src/lib/forms/field-failure.ts'
import { loginPath, registerPath } from '#src/lib/routes.ts'
import { Button } from '../ui/Button.tsx'
import { Field } from '../ui/Field.tsx'
import { Form } from '../ui/Form.tsx'
import { FormError } from '../ui/FormError.tsx'
import { ProofProgress } from '../ui/ProofProgress.tsx'
import { OtherWays } from './OtherWays.tsx'
import { RulesLink } from './RulesLink.tsx'
import { StepHead } from './StepHead.tsx'
import type { StepProps } from './step.ts'
import { Terms } from './Terms.tsx'

export function MobileStep({ login, t, isRegister, back, onOtherDevice }: StepProps) {
  const { failure, isBusy, msisdn, proof } = useStore(login.$login)
  const [typed, setTyped] = useState(msisdn)
  const [isAgreed, setAgreed] = useState(false)
  const [isAsked, setAsked] = useState(false)
  const isRefused = failure?.kind === 'api_error' && failure.result === 'too_many_requests'
  const mayGo = !isRegister || isAgreed

  function submit(event: FormEvent) {
    event.preventDefault()
    setAsked(true)
    if (mayGo) void login.askCode(typed)
  }
  return (
    <Form method="post" className="grid gap-6" onSubmit={submit}>
      <StepHead title={t(isRegister ? 'session.register.title' : 'session.login.title')}>
        {t(isRegister ? 'session.register.description' : 'session.login.description')}
      </StepHead>
      <Field
        label={t('session.login.mobile')}
        type="tel"
        name="msisdn"
        inputMode="tel"
        autoComplete="tel"
        isLtr
        autoFocus
        placeholder={t('session.login.mobileExample')}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        error={fieldFailure(failure, 'msisdn', t)}
        maxLength={24}
      />
      {isRegister && (
        <Terms t={t} isAgreed={isAgreed} isMissing={isAsked && !isAgreed} onChange={setAgreed} />
      )}
      <FormError text={formFailure(failure, ['msisdn'], t)} />
      <ProofProgress share={proof} onCancel={login.cancelProof} t={t} />
      {isRefused && <OtherWays {...{ login, onOtherDevice, t }} msisdn={typed} />}
      <Button type="submit" isLoading={isBusy} className="w-full min-h-12">
        {t(isRegister ? 'session.register.submit' : 'session.login.sendCode')}
      </Button>
      {isRegister ? (
        <a className="btn-quiet w-full" href={loginPath(back, t.language)}>
          {t('session.register.toLogin')}
        </a>
      ) : (
        <>
          {!isRefused && (
            <Button
              kind="quiet"
              className="w-full"
              data-checks
              onClick={() => login.choosePassword(typed)}
            >
              <i className="i-lucide-key-round" />
              {t('session.login.withPassword')}
            </Button>
          )}
          <a className="link justify-self-center" href={registerPath(back, t.language)}>
            {t('session.login.toRegister')}
          </a>
          <p className="m-0 text-center text-sm text-muted">
            <RulesLink text="session.login.terms" t={t} />
          </p>
        </>
      )}
    </Form>
  )
}
