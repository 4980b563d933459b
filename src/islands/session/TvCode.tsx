import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { api } from '#src/lib/api/browser.ts'
import { localPath } from '#src/lib/i18n/languages.ts'
import { deviceInfo } from '#src/lib/session/device.ts'
import { createQrCode } from '#src/lib/session/qr.ts'
import { refreshSession } from '#src/lib/session/session.store.ts'
import { createTvLogin } from '#src/lib/session/tv-login.store.ts'
import type { Agent } from '#src/lib/session/user-agent.ts'
import { localDigits } from '#src/lib/text/digits.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import type { SessionT } from './texts.ts'

type Props = { agent: Agent; onIn: () => void; onHere: () => void; t: SessionT }

/** The sign-in of a TV: a code and a QR code to scan with the phone. */
export function TvCode({ agent, onIn, onHere, t }: Props) {
  const [login] = useState(() =>
    createTvLogin({
      api,
      device: () => deviceInfo(agent),
      now: () => Date.now(),
      wait,
      onSignedIn: refreshSession,
    }),
  )
  const state = useStore(login.$tv)
  useEffect(() => {
    void login.start()
    return login.stop
  }, [login])
  useEffect(() => {
    if (state.kind === 'in') onIn()
  }, [state.kind, onIn])

  if (state.kind === 'failed')
    return (
      <ErrorState
        text={t('session.tv.failed')}
        retry={t('common.retry')}
        onRetry={() => void login.start()}
      />
    )
  const code = state.kind === 'waiting' ? state.code : '------'
  const address = location.host + localPath('/tv', t.language)
  return (
    <div className="tv-login" aria-busy={state.kind === 'starting'} ref={widenCard}>
      <Qr
        text={`${location.protocol}//${address}?code=${code}`}
        label={t('session.tv.qr')}
        isReady={state.kind === 'waiting'}
      />
      <div className="grid gap-5">
        <h1 className="m-0 text-3xl font-800">{t('session.tv.title')}</h1>
        <div>
          <p className="m-0 text-muted text-lg">{t('session.tv.stepPhone')}</p>
          <bdi dir="ltr" className="text-xl font-600">
            {address}
          </bdi>
        </div>
        <div>
          <p className="m-0 text-muted text-lg">{t('session.tv.stepCode')}</p>
          <output className="tv-code inline-block" data-code={code}>
            {localDigits(code, t.language)}
          </output>
        </div>
        <p className="m-0 flex items-center gap-2 text-muted" role="status">
          <i className="i-lucide-loader-circle animate-spin motion-reduce:animate-pulse" />
          {t('session.tv.waiting')}
        </p>
        <button type="button" className="btn-quiet justify-self-start" onClick={onHere}>
          {t('session.tv.onThisDevice')}
        </button>
      </div>
    </div>
  )
}

/** Not by `:has()` in the style sheet, which televisions of 2019 do not know. */
function widenCard(content: HTMLElement | null): () => void {
  const card = content?.closest('.auth-card')
  card?.classList.add('auth-card-tv')
  return () => card?.classList.remove('auth-card-tv')
}

function Qr({ text, label, isReady }: { text: string; label: string; isReady: boolean }) {
  // The square of an SVG needs no `aspect-ratio`, which televisions of 2019 do not know.
  if (!isReady) return <svg className="tv-qr skeleton" viewBox="0 0 1 1" aria-hidden="true" />
  const { size, path } = createQrCode(text)
  return (
    <svg className="tv-qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <title>{label}</title>
      <path d={path} fill="#0a0c13" shapeRendering="crispEdges" />
    </svg>
  )
}

function wait(ms: number, signal: AbortSignal): Promise<boolean> {
  return new Promise(done => {
    const timer = setTimeout(() => done(true), ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      done(false)
    })
  })
}
