import { type FormEvent, use, useState } from 'react'
import { updateProfile } from '#src/contract/endpoints/profiles.ts'
import type { Language } from '#src/contract/fields.ts'
import type { Profile } from '#src/contract/profiles.ts'
import { api } from '#src/lib/api/browser.ts'
import { handleFailure } from '#src/lib/api/handle-failure.ts'
import { formFailure } from '#src/lib/forms/field-failure.ts'
import { loadT } from '#src/lib/i18n/load.ts'
import { notify } from '#src/lib/notifications/notifications.store.ts'
import { refreshSession } from '#src/lib/session/session.store.ts'
import type { AvatarItem } from '../ui/AvatarPicker.tsx'
import { Button } from '../ui/Button.tsx'
import { Form } from '../ui/Form.tsx'
import { FormError } from '../ui/FormError.tsx'
import { statusOf, useAsyncAction } from '../ui/use-async-action.ts'
import { useHydrationMarker } from '../ui/use-hydration-marker.ts'
import { DeleteProfile } from './DeleteProfile.tsx'
import { LockSettings } from './LockSettings.tsx'
import { ProfileFields } from './ProfileFields.tsx'
import { NAMESPACES } from './texts.ts'

type Props = { language: Language; profile: Profile; avatars: AvatarItem[]; msisdn: string }

export default function ProfileEditor({ language, avatars, msisdn, ...props }: Props) {
  const t = use(loadT(language, NAMESPACES))
  const [profile, setProfile] = useState(props.profile)
  const { name, avatar, age_type, birthday } = profile
  const [draft, setDraft] = useState({ name, avatar: avatar.id, age_type, birthday })
  const ready = useHydrationMarker()
  const { isBusy, failure, attempt } = useAsyncAction()

  async function submit(event: FormEvent) {
    event.preventDefault()
    const failed = await attempt(async () => {
      const { age_type, ...rest } = draft
      const body = profile.is_primary ? rest : { ...rest, age_type }
      setProfile(await api(updateProfile, { params: { id: profile.id }, body }))
      refreshSession()
      notify(t('profiles.edit.saved'), { type: 'success' })
    })
    if (failed && ![0, 422].includes(statusOf(failed))) await handleFailure(failed, language)
  }
  return (
    <div {...ready} className="grid gap-8">
      <Form method="post" className="card p-5 sm:p-7 grid gap-6" onSubmit={submit}>
        <ProfileFields
          draft={draft}
          onChange={changes => setDraft({ ...draft, ...changes })}
          hasAges={!profile.is_primary}
          avatars={avatars}
          failure={failure}
          t={t}
        />
        <FormError text={formFailure(failure, ['name', 'avatar', 'age_type', 'birthday'], t)} />
        <Button type="submit" isLoading={isBusy} className="min-h-12">
          {t('common.save')}
        </Button>
      </Form>
      <LockSettings
        profile={profile}
        msisdn={msisdn}
        onChange={has_pin => setProfile({ ...profile, has_pin, lock: has_pin })}
        t={t}
      />
      {!profile.is_primary && <DeleteProfile profile={profile} msisdn={msisdn} t={t} />}
    </div>
  )
}
