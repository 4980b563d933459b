import { useStore } from '@nanostores/react'
import { useState } from 'react'
import type { Language } from '#src/contract/fields.ts'
import { api } from '#src/lib/api/browser.ts'
import { handleFailure } from '#src/lib/api/handle-failure.ts'
import type { Key } from '#src/lib/i18n/keys.ts'
import type { Translate } from '#src/lib/i18n/translate.ts'
import { notifyOnNextPage } from '#src/lib/notifications/notifications.store.ts'
import { loginPath } from '#src/lib/routes.ts'
import { $session, signOut } from '#src/lib/session/session.store.ts'
import { ANONYMOUS } from '#src/lib/session/state.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'

type Props = { language: Language; t: Translate<Key<'shell' | 'common'>> }

/**
 * Logs out after a confirmation; a later sign-in returns to this page. SSO subscribers return to their partner's page instead
 * (spec §2).
 */
export function LogoutDialog({ language, t }: Props) {
  const { user } = useStore($session, { ssr: () => ANONYMOUS })
  const [isAsking, setAsking] = useState(false)
  const [isBusy, setBusy] = useState(false)

  async function leave() {
    setBusy(true)
    try {
      await signOut(api)
      notifyOnNextPage(t('shell.logout.done'), { type: 'success' })
      location.assign(loginPath(location.pathname + location.search, language))
    } catch (error) {
      setBusy(false)
      setAsking(false)
      await handleFailure(error, language)
    }
  }

  // Only the browser knows who is signed in: a partner's subscribers never see the button.
  if (!user) return null
  if (user.is_sso_login)
    return (
      <a href={user.sso_back_url ?? '/'} rel="noopener">
        <i className="i-lucide-undo-2" />
        {t('shell.account.backToCampaign')}
      </a>
    )
  return (
    <>
      <button type="button" onClick={() => setAsking(true)}>
        <i className="i-lucide-log-out" />
        {t('shell.account.logout')}
      </button>
      <Dialog
        isOpen={isAsking}
        isLoading={isBusy}
        title={t('shell.logout.title')}
        close={t('common.close')}
        onClose={() => setAsking(false)}
        actions={
          <>
            <Button kind="quiet" disabled={isBusy} onClick={() => setAsking(false)}>
              {t('shell.logout.stay')}
            </Button>
            <Button isLoading={isBusy} onClick={() => void leave()}>
              {t('shell.logout.confirm')}
            </Button>
          </>
        }
      >
        <p className="m-0">{t('shell.logout.question')}</p>
      </Dialog>
    </>
  )
}
