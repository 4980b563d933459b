import { useStore } from '@nanostores/react'
import type { Language } from '#src/contract/fields.ts'
import type { Profile } from '#src/contract/profiles.ts'
import { localPath } from '#src/lib/i18n/languages.ts'
import { accountSections } from '#src/lib/session/account-sections.ts'
import { isChildProfile } from '#src/lib/session/profile.ts'
import { $session } from '#src/lib/session/session.store.ts'
import { ANONYMOUS, type SessionState } from '#src/lib/session/state.ts'
import { localDigits } from '#src/lib/text/digits.ts'
import { LogoutDialog } from './LogoutDialog.tsx'
import { ProfileSwitcher } from './ProfileSwitcher.tsx'
import { Subscription } from './Subscription.tsx'
import type { PopupT } from './texts.ts'

type Props = { language: Language; t: PopupT; profiles?: readonly Profile[] | undefined }

/** The account panel: name, subscription, profiles, links and log out. */
export function AccountPanel({ language, t, profiles }: Props) {
  const { user, profile } = useStore($session, { ssr: () => ANONYMOUS })
  if (!user) return null
  const child = isChildProfile(profile)
  return (
    <div className="grid">
      <div className="p-4 grid gap-3">
        <div className="min-w-0">
          <p className="m-0 font-700 truncate">
            {profile && child ? (
              <bdi>{profile.name}</bdi>
            ) : (
              <Name user={user} language={language} />
            )}
          </p>
          {!child && <Subscription user={user} t={t} />}
        </div>
        <ProfileSwitcher
          language={language}
          currentId={profile?.id ?? null}
          t={t}
          first={profiles}
        />
      </div>
      <nav className="account-links" aria-label={t('shell.account.title')}>
        {accountSections({ isChild: child, isPrimary: profile?.is_primary ?? false }).map(
          ({ path: to, icon, text }) => (
            <a key={to} href={localPath(to, language)}>
              <i className={icon} />
              {t(text)}
            </a>
          ),
        )}
        <LogoutDialog language={language} t={t} />
      </nav>
    </div>
  )
}

type User = NonNullable<SessionState['user']>

function Name({ user, language }: { user: User; language: Language }) {
  const name = `${user.name} ${user.family}`.trim()
  if (name) return <bdi>{name}</bdi>
  return <bdi dir="ltr">{localDigits(user.msisdn, language)}</bdi>
}
