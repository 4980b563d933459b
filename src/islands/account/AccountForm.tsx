import { type FormEvent, use, useState } from 'react'
import { updateSelf } from '#src/contract/endpoints/session.ts'
import type { Language } from '#src/contract/fields.ts'
import type { User } from '#src/contract/session.ts'
import { api } from '#src/lib/api/browser.ts'
import { handleFailure } from '#src/lib/api/handle-failure.ts'
import { fieldFailure, formFailure } from '#src/lib/forms/field-failure.ts'
import { loadT } from '#src/lib/i18n/load.ts'
import { showAccountArea } from '#src/lib/layout/account-area.browser.ts'
import { notify } from '#src/lib/notifications/notifications.store.ts'
import { refreshSession } from '#src/lib/session/session.store.ts'
import { localDigits } from '#src/lib/text/digits.ts'
import { BirthdayPicker } from '../ui/BirthdayPicker.tsx'
import { Button } from '../ui/Button.tsx'
import { Field } from '../ui/Field.tsx'
import { Form } from '../ui/Form.tsx'
import { FormError } from '../ui/FormError.tsx'
import { Select } from '../ui/Select.tsx'
import { statusOf, useAsyncAction } from '../ui/use-async-action.ts'
import { useHydrationMarker } from '../ui/use-hydration-marker.ts'

const NAMESPACES = ['session', 'profiles', 'failures', 'validation', 'common'] as const
const FIELDS = ['name', 'family', 'email', 'gender', 'birthday']
const GENDERS = ['unspecified', 'female', 'male'] as const

/** Edits the name, e-mail, gender and birthday of the user. */
export default function AccountForm({ language, user }: { language: Language; user: User }) {
  const t = use(loadT(language, NAMESPACES))
  const { name, family, gender, birthday } = user
  const [draft, setDraft] = useState({ name, family, email: user.email ?? '', gender, birthday })
  const ready = useHydrationMarker()
  const { isBusy, failure, attempt } = useAsyncAction()
  const change = (changes: Partial<typeof draft>) => setDraft({ ...draft, ...changes })

  async function submit(event: FormEvent) {
    event.preventDefault()
    const failed = await attempt(async () => {
      await api(updateSelf, { body: draft })
      refreshSession()
      showAccountArea()
      notify(t('session.account.saved'), { type: 'success' })
    })
    if (failed && statusOf(failed) === 401) await handleFailure(failed, language)
  }
  return (
    <Form method="post" {...ready} className="card p-5 sm:p-7 grid gap-6" onSubmit={submit}>
      <p className="m-0 text-muted">{t('session.account.editText')}</p>
      <Field
        label={t('session.account.mobile')}
        value={localDigits(user.msisdn, language)}
        isLtr
        readOnly
        disabled
      />
      <div className="grid gap-6 xs:grid-cols-2">
        <Field
          label={t('session.account.name')}
          name="given-name"
          autoComplete="given-name"
          dir="auto"
          value={draft.name}
          onChange={({ target }) => change({ name: target.value })}
          error={fieldFailure(failure, 'name', t)}
          maxLength={60}
        />
        <Field
          label={t('session.account.family')}
          name="family-name"
          autoComplete="family-name"
          dir="auto"
          value={draft.family}
          onChange={({ target }) => change({ family: target.value })}
          error={fieldFailure(failure, 'family', t)}
          maxLength={60}
        />
      </div>
      <Field
        label={t('session.account.email')}
        hint={t('common.optional')}
        type="email"
        name="email"
        autoComplete="email"
        isLtr
        placeholder={t('session.account.emailExample')}
        value={draft.email}
        onChange={({ target }) => change({ email: target.value.trim() })}
        error={fieldFailure(failure, 'email', t)}
        maxLength={120}
      />
      <Select
        label={t('session.account.gender')}
        name="gender"
        value={draft.gender}
        onChange={({ target }) => change({ gender: target.value as (typeof GENDERS)[number] })}
      >
        {GENDERS.map(each => (
          <option key={each} value={each}>
            {t(`session.account.gender.${each}`)}
          </option>
        ))}
      </Select>
      <BirthdayPicker
        value={draft.birthday}
        onChange={birthday => change({ birthday })}
        error={fieldFailure(failure, 'birthday', t)}
        t={t}
      />
      <FormError text={formFailure(failure, FIELDS, t)} />
      <Button type="submit" isLoading={isBusy} className="min-h-12">
        {t('session.account.save')}
      </Button>
    </Form>
  )
}
