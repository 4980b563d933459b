import { useEffect, useState } from 'react'
import { listProfiles } from '#src/contract/endpoints/profiles.ts'
import type { Language } from '#src/contract/fields.ts'
import type { Profile } from '#src/contract/profiles.ts'
import { api } from '#src/lib/api/browser.ts'
import { type Failure, toFailure } from '#src/lib/api/failure.ts'
import { failureText } from '#src/lib/api/failure-reactions.ts'
import { handleFailure } from '#src/lib/api/handle-failure.ts'
import { localPath } from '#src/lib/i18n/languages.ts'
import { canAddProfile, pathAfterSwitch } from '#src/lib/profiles/profiles.ts'
import { activateProfile } from '#src/lib/profiles/switch.ts'
import { editProfilePath, pinPath, profilePath } from '#src/lib/routes.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { Spinner } from '../ui/Spinner.tsx'
import type { PopupT } from './texts.ts'

type Props = {
  language: Language
  currentId: string | null
  t: PopupT
  /** The profiles, if the server has read them. */
  first?: readonly Profile[] | undefined
}

/** Edits the current profile and switches to the others (spec §4). */
export function ProfileSwitcher({ language, currentId, t, first }: Props) {
  const { profiles, failure, load } = useProfiles(first)
  const [busyId, setBusy] = useState<string | null>(null)
  const isPrimary = profiles?.find(({ id }) => id === currentId)?.is_primary ?? false

  async function choose(profile: Profile) {
    if (busyId) return
    if (profile.has_pin) return location.assign(pinPath(profile.id, '/', language))
    setBusy(profile.id)
    try {
      const to = pathAfterSwitch(await activateProfile(api, profile, ''), null, language)
      if (to === location.pathname) location.reload()
      else location.assign(to)
    } catch (error) {
      setBusy(null)
      await handleFailure(error, language)
    }
  }

  if (failure)
    return (
      <ErrorState
        className="py-3"
        text={failureText(failure, t)}
        retry={t('common.retry')}
        onRetry={load}
      />
    )
  if (!profiles)
    return <Skeleton count={3} label={t('common.loading')} className="h-12" frame="grid gap-2" />
  return (
    <ul className="switcher" aria-label={t('shell.account.profiles')}>
      {profiles.map(profile => (
        <li key={profile.id}>
          {profile.id === currentId ? (
            <Current profile={profile} mayEdit={isPrimary} t={t} />
          ) : (
            <button
              type="button"
              className="switcher-row"
              aria-label={t('shell.account.switchTo', { name: profile.name })}
              onClick={() => void choose(profile)}
            >
              <Face profile={profile} />
              {profile.id === busyId ? (
                <Spinner className="ms-auto" />
              ) : (
                profile.has_pin && (
                  <i
                    className="i-lucide-lock ms-auto text-muted"
                    title={t('shell.account.locked')}
                  />
                )
              )}
            </button>
          )}
        </li>
      ))}
      {canAddProfile(profiles, isPrimary) && (
        <li>
          <a className="switcher-row text-accent" href={localPath('/profile/type', language)}>
            <span className="switcher-add">
              <i className="i-lucide-plus" />
            </span>
            {t('shell.account.addProfile')}
          </a>
        </li>
      )}
      <li>
        <a
          className="link text-sm!"
          href={isPrimary ? localPath('/profile/choose', language) : profilePath('/', language)}
        >
          {t(isPrimary ? 'shell.account.manageProfiles' : 'profiles.who')}
        </a>
      </li>
    </ul>
  )
}

function Current({ profile, mayEdit, t }: { profile: Profile; mayEdit: boolean; t: PopupT }) {
  return (
    <div className="switcher-row" aria-current="true">
      <Face profile={profile} />
      {mayEdit && (
        <a
          className="btn-icon ms-auto -me-2"
          href={editProfilePath(profile.id, t.language)}
          aria-label={t('shell.account.edit')}
        >
          <i className="i-lucide-pencil" />
        </a>
      )}
    </div>
  )
}

function Face({ profile }: { profile: Profile }) {
  return (
    <>
      <Avatar path={profile.avatar.image_path} size={40} className="w-10 h-10 rounded-xl" />
      <bdi className="truncate">{profile.name}</bdi>
    </>
  )
}

function useProfiles(first?: readonly Profile[]) {
  const [profiles, setProfiles] = useState<readonly Profile[] | null>(first ?? null)
  const [failure, setFailure] = useState<Failure | null>(null)
  function load() {
    setFailure(null)
    api(listProfiles).then(
      ({ items }) => setProfiles(items),
      error => setFailure(toFailure(error)),
    )
  }
  useEffect(() => {
    if (!first) load()
  }, [])
  return { profiles, failure, load }
}
