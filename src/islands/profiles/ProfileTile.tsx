import type { Profile } from '#src/contract/profiles.ts'
import type { Key } from '#src/lib/i18n/keys.ts'
import { localPath } from '#src/lib/i18n/languages.ts'
import type { Translate } from '#src/lib/i18n/translate.ts'
import { ageGroupKey } from '#src/lib/profiles/profiles.ts'
import { editProfilePath } from '#src/lib/routes.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { Spinner } from '../ui/Spinner.tsx'

const AVATAR = 144

type Props = {
  profile: Profile
  isCurrent: boolean
  isBusy: boolean
  onChoose: () => void
  t: Translate<Key<'profiles'>>
}

export function ProfileTile({ profile, isCurrent, isBusy, onChoose, t }: Props) {
  const { name, avatar, has_pin, age_type } = profile
  return (
    <li>
      <button type="button" className="profile-tile" onClick={onChoose} aria-current={isCurrent}>
        <span className="profile-face">
          <Avatar path={avatar.image_path} size={AVATAR} />
          {has_pin && (
            <span className="profile-mark" title={t('profiles.locked')}>
              <i className="i-lucide-lock" />
              <span className="sr-only">{t('profiles.locked')}</span>
            </span>
          )}
          {isBusy && (
            <span className="profile-busy">
              <Spinner label={t('profiles.switching', { name })} />
            </span>
          )}
        </span>
        <bdi className="profile-name">{name}</bdi>
        <span className="text-sm text-muted">
          {isCurrent
            ? t('profiles.current')
            : age_type === 'adult'
              ? '\u00a0'
              : t(ageGroupKey(age_type))}
        </span>
      </button>
    </li>
  )
}

export function AddTile({ t }: { t: Translate<Key<'profiles'>> }) {
  return (
    <li>
      <a className="profile-tile" href={localPath('/profile/type', t.language)}>
        <span className="profile-face profile-add">
          <i className="i-lucide-plus text-4xl" />
        </span>
        <span className="profile-name profile-name-whole">{t('profiles.add')}</span>
        <span className="text-sm">{'\u00a0'}</span>
      </a>
    </li>
  )
}

export function EditTile({ profile, t }: Pick<Props, 'profile' | 't'>) {
  return (
    <li>
      <a className="profile-tile" href={editProfilePath(profile.id, t.language)}>
        <span className="profile-face">
          <Avatar path={profile.avatar.image_path} size={AVATAR} />
          <span className="profile-busy">
            <i className="i-lucide-pencil text-3xl" />
          </span>
        </span>
        <bdi className="profile-name">{profile.name}</bdi>
        <span className="text-sm text-muted">
          {t(profile.is_primary ? 'profiles.primary' : ageGroupKey(profile.age_type))}
        </span>
      </a>
    </li>
  )
}
