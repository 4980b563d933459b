import { type FormEvent, useState } from 'react'
import { createProfile } from '#src/contract/endpoints/profiles.ts'
import type { FieldError } from '#src/contract/envelope.ts'
import { PIN_LENGTH } from '#src/contract/limits.ts'
import { api, newIdempotencyKey } from '#src/lib/api/browser.ts'
import { handleFailure } from '#src/lib/api/handle-failure.ts'
import { fieldFailure, formFailure, validationFailure } from '#src/lib/forms/field-failure.ts'
import { notifyOnNextPage } from '#src/lib/notifications/notifications.store.ts'
import { profilePath } from '#src/lib/routes.ts'
import type { AvatarItem } from '../ui/AvatarPicker.tsx'
import { Button } from '../ui/Button.tsx'
import { CodeInput } from '../ui/CodeInput.tsx'
import { Form } from '../ui/Form.tsx'
import { FormError } from '../ui/FormError.tsx'
import { statusOf, useAsyncAction } from '../ui/use-async-action.ts'
import { ProfileFields } from './ProfileFields.tsx'
import type { ProfilesT } from './texts.ts'

export type Kind = 'adult' | 'kid'
type Props = { kind: Kind; avatars: AvatarItem[]; onBack: () => void; t: ProfilesT }

const FIRST_AVATAR: Record<Kind, string> = { adult: 'type-1-2', kid: 'type-2-1' }
const FIELDS = ['name', 'avatar', 'age_type', 'birthday', 'pin']

/** Name, avatar, age and PIN of a new profile. */
export default function ProfileDetails({ kind, avatars, onBack, t }: Props) {
  const [draft, setDraft] = useState({
    name: '',
    avatar: FIRST_AVATAR[kind],
    age_type: kind === 'kid' ? ('under_7' as const) : ('adult' as const),
    birthday: null,
  } as Parameters<typeof ProfileFields>[0]['draft'])
  const [pin, setPin] = useState('')
  const [hasLock, setLock] = useState(false)
  const { isBusy, failure, attempt, fail } = useAsyncAction({ leaves: true })
  const [key] = useState(newIdempotencyKey)

  async function submit(event: FormEvent) {
    event.preventDefault()
    const problems = problemsOf(draft.name, hasLock ? pin : null)
    if (Object.keys(problems).length > 0) return fail(validationFailure(problems))
    const failed = await attempt(async () => {
      const body = { ...draft, ...(hasLock ? { pin } : {}) }
      const { name } = await api(createProfile, { body }, { idempotencyKey: key })
      notifyOnNextPage(t('profiles.added', { name }), { type: 'success' })
      location.assign(profilePath('/', t.language))
    })
    if (failed && ![0, 422].includes(statusOf(failed))) await handleFailure(failed, t.language)
  }
  return (
    <Form className="grid gap-6" onSubmit={submit}>
      <h1 className="m-0 text-2xl font-800">{t('profiles.details.title')}</h1>
      <ProfileFields
        draft={draft}
        onChange={changes => setDraft({ ...draft, ...changes })}
        hasAges={kind === 'kid'}
        avatars={avatars}
        failure={failure}
        t={t}
      />
      <div className="grid gap-3">
        <label className="choice">
          <input
            type="checkbox"
            name="lock"
            className="w-5 h-5 m-0 accent-action"
            checked={hasLock}
            onChange={({ target }) => setLock(target.checked)}
          />
          <span className="grid">
            <b className="font-600">{t('profiles.lock')}</b>
            <span className="text-sm text-muted">{t('profiles.lock.note')}</span>
          </span>
        </label>
        {hasLock && (
          <CodeInput
            label={t('profiles.pin.new')}
            length={PIN_LENGTH}
            language={t.language}
            value={pin}
            onChange={setPin}
            error={fieldFailure(failure, 'pin', t)}
            name="pin"
          />
        )}
      </div>
      <FormError text={formFailure(failure, FIELDS, t)} />
      <div className="grid xs:grid-cols-[1fr_auto] gap-3">
        <Button type="submit" isLoading={isBusy} className="min-h-12">
          {t('profiles.create')}
        </Button>
        <Button kind="quiet" className="min-h-12" onClick={onBack}>
          {t('common.back')}
        </Button>
      </div>
    </Form>
  )
}

/** Returns the errors of all missing fields together. */
function problemsOf(name: string, pin: string | null): Record<string, FieldError> {
  return {
    ...(name.trim() === '' ? { name: 'validation.required' } : {}),
    ...(pin !== null && pin.length < PIN_LENGTH
      ? { pin: ['validation.pin', { length: PIN_LENGTH }] as const }
      : {}),
  }
}
