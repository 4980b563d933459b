import { use, useState } from 'react'
import { listProfiles } from '#src/contract/endpoints/profiles.ts'
import type { Language } from '#src/contract/fields.ts'
import type { Profile } from '#src/contract/profiles.ts'
import { api } from '#src/lib/api/browser.ts'
import { handleFailure } from '#src/lib/api/handle-failure.ts'
import { localPath } from '#src/lib/i18n/languages.ts'
import { loadT } from '#src/lib/i18n/load.ts'
import { canAddProfile, pathAfterSwitch } from '#src/lib/profiles/profiles.ts'
import { activateProfile } from '#src/lib/profiles/switch.ts'
import { pinPath } from '#src/lib/routes.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import { useHydrationMarker } from '../ui/use-hydration-marker.ts'
import { AddTile, ProfileTile } from './ProfileTile.tsx'

const NAMESPACES = ['profiles', 'failures', 'common'] as const

type Props = {
  language: Language
  /** Null if the service did not respond. */
  profiles: Profile[] | null
  currentId: string | null
  isPrimary: boolean
  /** Path to which an adult profile returns. */
  back: string | null
}

/** The choice of a profile. */
export default function ProfilePicker({ language, currentId, isPrimary, back, ...props }: Props) {
  const t = use(loadT(language, NAMESPACES))
  const [profiles, setProfiles] = useState(props.profiles)
  const ready = useHydrationMarker()
  const [busyId, setBusy] = useState<string | null>(null)

  async function choose(profile: Profile) {
    if (busyId) return
    if (profile.id === currentId) return location.assign(pathAfterSwitch(profile, back, language))
    if (profile.has_pin) return location.assign(pinPath(profile.id, back ?? '/', language))
    setBusy(profile.id)
    try {
      const active = await activateProfile(api, profile, '')
      location.assign(pathAfterSwitch(active, back, language))
    } catch (error) {
      setBusy(null)
      await handleFailure(error, language)
    }
  }
  async function load() {
    try {
      setProfiles((await api(listProfiles)).items)
    } catch (error) {
      await handleFailure(error, language)
    }
  }

  if (!profiles)
    return <ErrorState text={t('errors.unknown')} retry={t('common.retry')} onRetry={load} />
  return (
    <div {...ready} className="grid gap-10 justify-items-center">
      <ul className="profile-row" aria-busy={busyId !== null}>
        {profiles.map(profile => (
          <ProfileTile
            key={profile.id}
            profile={profile}
            isCurrent={profile.id === currentId}
            isBusy={profile.id === busyId}
            onChoose={() => void choose(profile)}
            t={t}
          />
        ))}
        {canAddProfile(profiles, isPrimary) && <AddTile t={t} />}
      </ul>
      {isPrimary && (
        <a className="btn-line" href={localPath('/profile/choose', language)}>
          <i className="i-lucide-pencil" />
          {t('profiles.manage')}
        </a>
      )}
    </div>
  )
}
