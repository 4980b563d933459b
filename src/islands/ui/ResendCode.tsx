import { useEffect, useState } from 'react'
import type { Translate } from '#src/lib/i18n/translate.ts'
import type { SentCode } from '#src/lib/session/login-state.ts'
import { formatClock } from '#src/lib/text/duration.ts'

type T = Translate<'session.code.resend' | 'session.code.resendIn'>
type Props = { sent: Pick<SentCode, 'resendAt'>; t: T; onResend: () => void }

/** The countdown until another code can be requested, then the button for it. */
export function ResendCode({ sent, t, onResend }: Props) {
  const seconds = useSecondsUntil(sent.resendAt)
  if (seconds > 0)
    return (
      <span className="text-sm text-muted tabular-nums" role="timer">
        {t('session.code.resendIn', { clock: formatClock(seconds, t.language) })}
      </span>
    )
  return (
    <button type="button" className="link" onClick={onResend}>
      <i className="i-lucide-rotate-cw text-sm" />
      {t('session.code.resend')}
    </button>
  )
}

function useSecondsUntil(moment: number): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  return Math.max(0, Math.ceil((moment - now) / 1000))
}
