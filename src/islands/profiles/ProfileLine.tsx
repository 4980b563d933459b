import type { Profile } from '#src/contract/profiles.ts'
import { ageGroupKey } from '#src/lib/profiles/profiles.ts'
import { Avatar } from '../ui/Avatar.tsx'
import type { ProfilesT } from './texts.ts'

/** A profile's picture, name, age group and lock. */
export function ProfileLine({ profile, t }: { profile: Profile; t: ProfilesT }) {
  const { name, avatar, age_type, has_pin, is_primary } = profile
  return (
    <span className="flex items-center gap-3 min-w-0 grow">
      <Avatar path={avatar.image_path} size={48} className="w-12 h-12 rounded-2xl shrink-0" />
      <span className="grid min-w-0">
        <bdi className="font-600 truncate">{name}</bdi>
        <span className="flex flex-wrap items-center gap-x-3 text-sm text-muted">
          {t(is_primary ? 'profiles.primary' : ageGroupKey(age_type))}
          {has_pin && (
            <span className="inline-flex items-center gap-1">
              <i className="i-lucide-lock" />
              {t('profiles.hasPin')}
            </span>
          )}
        </span>
      </span>
    </span>
  )
}
