import type { Login } from '#src/lib/session/login.store.ts'
import { Button } from '../ui/Button.tsx'
import type { SessionT } from './texts.ts'

type Props = {
  login: Login
  /** The number as it was typed. */
  msisdn: string
  onOtherDevice: () => void
  t: SessionT
}

/** The ways to sign in that remain when no further code is sent to a number: the password, or a device that is signed in. */
export function OtherWays({ login, msisdn, onOtherDevice, t }: Props) {
  return (
    <div className="grid gap-3" data-other-ways>
      <Button className="w-full min-h-12" onClick={() => login.choosePassword(msisdn)}>
        <i className="i-lucide-key-round" />
        {t('session.login.withPassword')}
      </Button>
      <Button kind="line" className="w-full min-h-12" onClick={onOtherDevice}>
        <i className="i-lucide-monitor-smartphone" />
        {t('session.login.withDevice')}
      </Button>
    </div>
  )
}
