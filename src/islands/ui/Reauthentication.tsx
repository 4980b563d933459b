import { useStore } from '@nanostores/react'
import { type FormEvent, use, useState } from 'react'
import { confirmReauth, sendReauthCode } from '#src/contract/endpoints/session.ts'
import type { Language } from '#src/contract/fields.ts'
import type { ReauthRequired } from '#src/contract/session.ts'
import { api } from '#src/lib/api/browser.ts'
import { fieldFailure, formFailure } from '#src/lib/forms/field-failure.ts'
import type { Key } from '#src/lib/i18n/keys.ts'
import { loadT } from '#src/lib/i18n/load.ts'
import type { Translate } from '#src/lib/i18n/translate.ts'
import { $session } from '#src/lib/session/session.store.ts'
import { Button } from './Button.tsx'
import { Dialog } from './Dialog.tsx'
import { Field } from './Field.tsx'
import { Form } from './Form.tsx'
import { FormError } from './FormError.tsx'
import { SmsCodeForm } from './SmsCodeForm.tsx'
import { UsernameField } from './UsernameField.tsx'
import { useAsyncAction } from './use-async-action.ts'
import type { Reauth } from './use-reauth.ts'
import { useSmsCode } from './use-sms-code.ts'

const NAMESPACES = ['session', 'failures', 'validation', 'common'] as const
type T = Translate<Key<(typeof NAMESPACES)[number]>>
type Props = Pick<Reauth, 'asked' | 'settle'> & { language: Language }

/** Re-authentication with the password or a code by SMS. It must not be in a form. */
export default function Reauthentication({ asked, settle, language }: Props) {
  const t = use(loadT(language, NAMESPACES))
  // The last content stays visible while the dialog fades out.
  const [shown, setShown] = useState(asked)
  if (asked && asked !== shown) setShown(asked)
  return (
    <Dialog
      isOpen={asked !== null}
      title={t('session.reauth.title')}
      close={t('common.close')}
      onClose={() => settle(false)}
    >
      {shown && <Proof required={shown} onReauthenticated={() => settle(true)} t={t} />}
    </Dialog>
  )
}

type ProofProps = { required: ReauthRequired; onReauthenticated: () => void; t: T }

function Proof({ required, onReauthenticated, t }: ProofProps) {
  const hasPassword = required.approaches.includes('password')
  const [byCode, setByCode] = useState(!hasPassword)
  const flow = useSmsCode(reauthenticated => api(sendReauthCode, { body: {} }, reauthenticated))
  async function confirm(otp: string) {
    const isDone = await flow.confirm(async tracker_id => {
      await api(confirmReauth, { body: { otp, tracker_id } })
    })
    if (isDone) onReauthenticated()
  }
  return (
    <div className="grid gap-5">
      {byCode ? (
        <SmsCodeForm
          flow={flow}
          intro={t('session.reauth.codeIntro')}
          send={t('session.reauth.sendCode')}
          submit={t('session.reauth.confirm')}
          msisdn={required.msisdn_hint}
          onCode={otp => void confirm(otp)}
          t={t}
        />
      ) : (
        <ByPassword onReauthenticated={onReauthenticated} t={t} />
      )}
      {hasPassword && (
        <button
          type="button"
          className="link justify-self-center"
          onClick={() => setByCode(!byCode)}
        >
          {t(byCode ? 'session.reauth.byPassword' : 'session.reauth.byCode')}
        </button>
      )}
    </div>
  )
}

function ByPassword({ onReauthenticated, t }: Pick<ProofProps, 'onReauthenticated' | 't'>) {
  const { user } = useStore($session)
  const [password, setPassword] = useState('')
  const { isBusy, failure, attempt } = useAsyncAction()

  async function submit(event: FormEvent) {
    event.preventDefault()
    if ((await attempt(() => api(confirmReauth, { body: { password } }))) === null)
      onReauthenticated()
  }
  return (
    <Form className="grid gap-5" onSubmit={submit}>
      <UsernameField msisdn={user?.msisdn} />
      <Field
        label={t('session.password.label')}
        hint={t('session.reauth.passwordHint')}
        type="password"
        name="password"
        autoComplete="current-password"
        isLtr
        autoFocus
        toggle={{ show: t('session.password.show'), hide: t('session.password.hide') }}
        value={password}
        onChange={({ target }) => setPassword(target.value)}
        error={fieldFailure(failure, 'password', t)}
        maxLength={128}
      />
      <FormError text={formFailure(failure, ['password'], t)} />
      <Button type="submit" isLoading={isBusy} className="w-full min-h-12">
        {t('session.reauth.confirm')}
      </Button>
    </Form>
  )
}
