import { useStore } from '@nanostores/react'
import { useState } from 'react'
import type { Language } from '#src/contract/fields.ts'
import { api } from '#src/lib/api/browser.ts'
import { reactTo } from '#src/lib/api/react.ts'
import { loginPath } from '#src/lib/routes.ts'
import { $session, logout } from '#src/lib/session/session.store.ts'
import { ANONYMOUS } from '#src/lib/session/state.ts'
import { sayOnNextPage } from '#src/lib/shell/notifications.store.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import type { AccountT } from './texts.ts'

type Props = { language: Language; path: string; t: AccountT }

/** Out, after a question; subscribers of a partner go back to its page instead (spec §2). */
export function Leave({ language, path, t }: Props) {
  const { user } = useStore($session, { ssr: () => ANONYMOUS })
  const [isAsking, setAsking] = useState(false)
  const [isBusy, setBusy] = useState(false)

  async function leave() {
    setBusy(true)
    try {
      await logout(api)
      sayOnNextPage(t('session.logout.done'), { type: 'success' })
      location.assign(loginPath(path, language))
    } catch (error) {
      setBusy(false)
      setAsking(false)
      await reactTo(error, language)
    }
  }

  if (user?.is_sso_login)
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
              {t('common.cancel')}
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
