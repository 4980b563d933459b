import type { AgeType } from '#src/contract/profiles.ts'
import type { Birthday } from '#src/contract/session.ts'
import type { Failure } from '#src/lib/api/failure.ts'
import { fieldFailure } from '#src/lib/forms/field-failure.ts'
import { ageGroupKey, KID_AGE_TYPES } from '#src/lib/profiles/profiles.ts'
import { type AvatarItem, AvatarPicker } from '../ui/AvatarPicker.tsx'
import { BirthdayPicker } from '../ui/BirthdayPicker.tsx'
import { Field } from '../ui/Field.tsx'
import type { ProfilesT } from './texts.ts'

export type ProfileDraft = {
  name: string
  avatar: string
  age_type: AgeType
  birthday: Birthday | null
}
type Props = {
  draft: ProfileDraft
  onChange: (changes: Partial<ProfileDraft>) => void
  /** False for the primary profile, which is always an adult one. */
  hasAges: boolean
  avatars: readonly AvatarItem[]
  failure: Failure | null
  t: ProfilesT
}

const NAME_MAX = 30

export function ProfileFields({ draft, onChange, hasAges, avatars, failure, t }: Props) {
  return (
    <>
      <Field
        label={t('profiles.name')}
        name="name"
        autoComplete="off"
        dir="auto"
        placeholder={t('profiles.namePlaceholder')}
        value={draft.name}
        onChange={({ target }) => onChange({ name: target.value })}
        error={fieldFailure(failure, 'name', t)}
        maxLength={NAME_MAX}
      />
      {hasAges && (
        <Ages value={draft.age_type} onChange={age_type => onChange({ age_type })} t={t} />
      )}
      <AvatarPicker
        avatars={avatars}
        value={draft.avatar}
        onChange={avatar => onChange({ avatar })}
        t={t}
      />
      <BirthdayPicker
        value={draft.birthday}
        onChange={birthday => onChange({ birthday })}
        error={fieldFailure(failure, 'birthday', t)}
        t={t}
      />
    </>
  )
}

type AgesProps = { value: AgeType; onChange: (age: AgeType) => void; t: ProfilesT }

function Ages({ value, onChange, t }: AgesProps) {
  const ages: readonly AgeType[] = [...KID_AGE_TYPES, 'adult']
  return (
    <fieldset className="m-0 p-0 border-0 min-w-0">
      <legend className="p-0 mb-2 text-sm font-600">{t('profiles.age.label')}</legend>
      <div className="flex flex-wrap gap-2">
        {ages.map(age => (
          <label key={age} className={`${age === value ? 'chip-on' : 'chip'} chip-choice`}>
            <input
              type="radio"
              name="age_type"
              className="sr-only"
              checked={age === value}
              onChange={() => onChange(age)}
            />
            {t(ageGroupKey(age))}
          </label>
        ))}
      </div>
      {value !== 'adult' && (
        <p className="m-0 mt-2 text-sm text-muted">{t('profiles.kids.note')}</p>
      )}
    </fieldset>
  )
}
