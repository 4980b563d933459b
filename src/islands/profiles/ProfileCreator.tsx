import { lazy, Suspense, use, useState } from 'react'
import type { Language } from '#src/contract/fields.ts'
import { loadT } from '#src/lib/i18n/load.ts'
import { profilePath } from '#src/lib/routes.ts'
import type { AvatarItem } from '../ui/AvatarPicker.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { useHydrationMarker } from '../ui/use-hydration-marker.ts'
import type { Kind } from './ProfileDetails.tsx'
import { NAMESPACES, type ProfilesT } from './texts.ts'

const loadDetails = () => import('./ProfileDetails.tsx')
const ProfileDetails = lazy(loadDetails)

type Props = { language: Language; avatars: AvatarItem[] }

/** Creates a profile: first its kind, then name and avatar. */
export default function ProfileCreator({ language, avatars }: Props) {
  const t = use(loadT(language, NAMESPACES))
  const [kind, setKind] = useState<Kind | null>(null)
  const ready = useHydrationMarker()
  return (
    <div {...ready}>
      {kind ? (
        <Suspense fallback={<Skeleton count={4} label={t('common.loading')} className="h-17" />}>
          <ProfileDetails kind={kind} avatars={avatars} onBack={() => setKind(null)} t={t} />
        </Suspense>
      ) : (
        <KindChoice onChoose={setKind} t={t} />
      )}
    </div>
  )
}

function KindChoice({ onChoose, t }: { onChoose: (kind: Kind) => void; t: ProfilesT }) {
  const kinds = [
    { kind: 'adult', icon: 'i-lucide-user-round', note: t('profiles.type.adultNote') },
    { kind: 'kid', icon: 'i-lucide-baby', note: t('profiles.type.kidNote') },
  ] as const
  return (
    <div className="grid gap-6">
      <header className="grid gap-2">
        <h1 className="m-0 text-2xl font-800">{t('profiles.type.title')}</h1>
        <p className="m-0 text-muted">{t('profiles.type.text')}</p>
      </header>
      <div className="grid gap-3">
        {kinds.map(({ kind, icon, note }) => (
          <button
            key={kind}
            type="button"
            className="choice text-start"
            onClick={() => onChoose(kind)}
          >
            <span className="grid place-items-center w-13 h-13 rounded-2xl bg-[var(--quiet)]">
              <i className={`${icon} text-2xl`} />
            </span>
            <span className="grid grow">
              <b className="font-700">{t(`profiles.type.${kind}`)}</b>
              <span className="text-sm text-muted">{note}</span>
            </span>
            <i className="i-lucide-chevron-right flip-rtl text-muted" />
          </button>
        ))}
      </div>
      <a className="link justify-self-center" href={profilePath('/', t.language)}>
        {t('profiles.later')}
      </a>
    </div>
  )
}
