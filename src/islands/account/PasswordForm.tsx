import { type FormEvent, use, useState } from 'react'
import { changePassword, setFirstPassword } from '#src/contract/endpoints/session.ts'
import type { Language } from '#src/contract/fields.ts'
import { PASSWORD_MIN } from '#src/contract/limits.ts'
import { api } from '#src/lib/api/browser.ts'
import { fieldFailure, formFailure } from '#src/lib/forms/field-failure.ts'
import { localPath } from '#src/lib/i18n/languages.ts'
import { loadT } from '#src/lib/i18n/load.ts'
import type { Translate } from '#src/lib/i18n/translate.ts'
import { notifyOnNextPage } from '#src/lib/notifications/notifications.store.ts'
import { Button } from '../ui/Button.tsx'
import { Field } from '../ui/Field.tsx'
import { Form } from '../ui/Form.tsx'
import { FormError } from '../ui/FormError.tsx'
import { ReauthDialog } from '../ui/ReauthDialog.tsx'
import { UsernameField } from '../ui/UsernameField.tsx'
import { useAsyncAction } from '../ui/use-async-action.ts'
import { useHydrationMarker } from '../ui/use-hydration-marker.ts'
import { useReauth } from '../ui/use-reauth.ts'

const NAMESPACES = ['session', 'failures', 'validation', 'common'] as const

type Props = { language: Language; hasPassword: boolean; msisdn: string }

/** Sets the first password, changes it, or replaces a forgotten one. */
export default function PasswordForm({ language, hasPassword, msisdn }: Props) {
  const t = use(loadT(language, NAMESPACES))
  const ready = useHydrationMarker()
  const [isForgotten, setForgotten] = useState(false)
  const [draft, setDraft] = useState({ current: '', fresh: '', repeat: '' })
  const [mismatch, setMismatch] = useState(false)
  const { isBusy, failure, attempt, fail } = useAsyncAction({ leaves: true })
  const reauth = useReauth()
  const asksCurrent = hasPassword && !isForgotten
  const field = asksCurrent ? 'new_password' : 'password'

  function leave() {
    const text = t(hasPassword ? 'session.password.changed' : 'session.password.setDone')
    notifyOnNextPage(text, { type: 'success' })
    location.assign(localPath('/user/settings', language))
  }
  function isRepeated(): boolean {
    setMismatch(draft.fresh !== draft.repeat)
    return draft.fresh === draft.repeat
  }
  async function submit(event: FormEvent) {
    event.preventDefault()
    if (!isRepeated()) return
    if (!(await attempt(() => reauth.reauthenticated(() => send(asksCurrent, draft))))) leave()
  }

  const fields = (
    <>
      <p className="m-0 text-muted">
        {t(hasPassword ? 'session.password.otherDevices' : 'session.password.textSet')}
      </p>
      {asksCurrent && (
        <Secret
          label={t('session.password.current')}
          name="current-password"
          value={draft.current}
          onChange={current => setDraft({ ...draft, current })}
          error={fieldFailure(failure, 'current_password', t)}
          t={t}
        />
      )}
      <Secret
        label={t('session.password.new')}
        name="new-password"
        hint={t('session.password.hint', { length: PASSWORD_MIN })}
        value={draft.fresh}
        onChange={fresh => setDraft({ ...draft, fresh })}
        error={fieldFailure(failure, field, t)}
        t={t}
      />
      <Secret
        label={t('session.password.repeat')}
        name="new-password"
        value={draft.repeat}
        onChange={repeat => setDraft({ ...draft, repeat })}
        error={mismatch ? t('validation.passwordMismatch') : undefined}
        t={t}
      />
    </>
  )
  return (
    <>
      <Form method="post" {...ready} className="card p-5 sm:p-7 grid gap-6" onSubmit={submit}>
        <UsernameField msisdn={msisdn} />
        {fields}
        <FormError text={formFailure(failure, ['current_password', field], t)} />
        <Button type="submit" isLoading={isBusy} className="min-h-12">
          {t(hasPassword ? 'session.password.change' : 'session.password.set')}
        </Button>
        {asksCurrent && (
          <button
            type="button"
            className="link justify-self-center"
            onClick={() => {
              setForgotten(true)
              fail(null)
            }}
          >
            {t('session.password.forgot')}
          </button>
        )}
      </Form>
      <ReauthDialog {...reauth} language={language} />
    </>
  )
}

type Draft = { current: string; fresh: string }

async function send(asksCurrent: boolean, { current, fresh }: Draft): Promise<void> {
  if (asksCurrent)
    await api(changePassword, { body: { new_password: fresh, current_password: current } })
  else await api(setFirstPassword, { body: { password: fresh } })
}

type SecretProps = {
  label: string
  name: 'current-password' | 'new-password'
  hint?: string
  value: string
  error?: string | undefined
  onChange: (value: string) => void
  t: Translate<'session.password.show' | 'session.password.hide'>
}

function Secret({ label, name, hint, value, error, onChange, t }: SecretProps) {
  return (
    <Field
      {...{ label, value, name }}
      {...(hint ? { hint } : {})}
      {...(error ? { error } : {})}
      type="password"
      autoComplete={name}
      isLtr
      toggle={{ show: t('session.password.show'), hide: t('session.password.hide') }}
      onChange={({ target }) => onChange(target.value)}
      maxLength={128}
    />
  )
}
