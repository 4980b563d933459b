import { use, useEffect, useRef, useState } from 'react'
import type { Language } from '#src/contract/fields.ts'
import type { Profile } from '#src/contract/profiles.ts'
import { api } from '#src/lib/api/browser.ts'
import { handleFailure } from '#src/lib/api/handle-failure.ts'
import { loadT } from '#src/lib/i18n/load.ts'
import { pathAfterSwitch } from '#src/lib/profiles/profiles.ts'
import { activateProfile } from '#src/lib/profiles/switch.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Spinner } from '../ui/Spinner.tsx'
import { useHydrationMarker } from '../ui/use-hydration-marker.ts'

const NAMESPACES = ['profiles', 'failures', 'common'] as const
const AVATAR = 96

type Props = {
  language: Language
  /** A profile without a PIN. */
  profile: Profile
  /** Path to which an adult profile returns. */
  back: string | null
}

/** Switches to the only profile automatically, if it has no PIN. */
export default function ProfileSwitch({ language, profile, back }: Props) {
  const t = use(loadT(language, NAMESPACES))
  const ready = useHydrationMarker()
  const [hasFailed, setFailed] = useState(false)
  const hasStarted = useRef(false)

  async function start() {
    setFailed(false)
    try {
      const active = await activateProfile(api, profile, '')
      // `replace` ensures that Back opens the previous page and does not switch again.
      location.replace(pathAfterSwitch(active, back, language))
    } catch (error) {
      setFailed(true)
      await handleFailure(error, language)
    }
  }
  useEffect(() => {
    if (hasStarted.current) return
    hasStarted.current = true
    void start()
  })

  if (hasFailed)
    return (
      <ErrorState
        text={t('errors.unknown')}
        retry={t('common.retry')}
        onRetry={() => void start()}
      />
    )
  return (
    <div {...ready} className="grid gap-4 justify-items-center" role="status">
      <Avatar path={profile.avatar.image_path} size={AVATAR} className="rounded-3xl" />
      <p className="m-0 text-muted">{t('profiles.switching', { name: profile.name })}</p>
      <Spinner />
    </div>
  )
}
