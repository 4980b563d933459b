import { useStore } from '@nanostores/react'
import { use } from 'react'
import type { Language } from '#src/contract/fields.ts'
import { loadT } from '#src/lib/i18n/load.ts'
import { $session } from '#src/lib/session/session.store.ts'
import { ANONYMOUS } from '#src/lib/session/state.ts'
import { Carrier } from './Carrier.tsx'
import { ProfileSwitcher } from './ProfileSwitcher.tsx'
import { POPUP_NAMESPACES } from './texts.ts'

/** The text of a carrier subscription and the profiles, in the popup of components/layout/AccountMenu.astro. */
export function AccountProfiles({ language }: { language: Language }) {
  const t = use(loadT(language, POPUP_NAMESPACES))
  const { user, profile } = useStore($session, { ssr: () => ANONYMOUS })
  return (
    <>
      {user && <Carrier user={user} />}
      <ProfileSwitcher language={language} currentId={profile?.id ?? null} t={t} />
    </>
  )
}
