import { useStore } from '@nanostores/react'
import { lazy, use, useCallback, useEffect, useState } from 'react'
import type { Language } from '#src/contract/fields.ts'
import { api } from '#src/lib/api/browser.ts'
import { localPath } from '#src/lib/i18n/languages.ts'
import { loadT } from '#src/lib/i18n/load.ts'
import { profilePath } from '#src/lib/routes.ts'
import { deviceInfo } from '#src/lib/session/device.ts'
import { createLogin, type Login as LoginStore } from '#src/lib/session/login.store.ts'
import type { LoginStep } from '#src/lib/session/login-state.ts'
import { refreshSession } from '#src/lib/session/session.store.ts'
import { isSessionStep, type SessionStep } from '#src/lib/session/session-step.ts'
import type { Agent } from '#src/lib/session/user-agent.ts'
import { tabStorage } from '#src/lib/storage/web-storage.ts'
import { isTvMode } from '#src/lib/tv/tv.ts'
import { useHydrationMarker } from '../ui/use-hydration-marker.ts'
import { MobileStep } from './MobileStep.tsx'
import type { TvCode as TvCodeOf } from './TvCode.tsx'
import { NAMESPACES } from './texts.ts'

type Props = {
  language: Language
  agent: Agent
  /** Path to which the user returns after sign-in. */
  back: string
  isRegister?: boolean
  /** The step of an existing session, if the page was reloaded. */
  startsAt?: SessionStep | null
  /** Path of the page with sent messages, in demo mode only. */
  outbox?: string | undefined
}

/**
 * All steps except the first. They are part of the page on the server, and a browser loads them when the visitor uses the form.
 */
const loadFurtherStep = () => import('./FurtherStep.tsx')
const FurtherStep = lazy(loadFurtherStep)
/** Events by which a visitor uses the form. Focus is not one of them: the field of the number has it from the start. */
const USES = ['pointerdown', 'keydown', 'input'] as const
/** Steps from which Back returns to the number. */
const RETURNING: readonly LoginStep[] = ['code', 'password', 'devices']

export default function Login({ language, agent, back, outbox, ...props }: Props) {
  const { isRegister = false, startsAt = null } = props
  const t = use(loadT(language, NAMESPACES))
  const [login] = useState(() => newLogin(startsAt, agent))
  const [TvCode, setTvCode] = useState<typeof TvCodeOf | null>(null)
  const { step, next, isOnlyProfile } = useStore(login.$login)
  useBackButton(login, step)
  useStepInAddress(step)
  const ready = useHydrationMarker()
  // This runs after hydration, because only the browser stores an interrupted sign-in.
  useEffect(() => {
    if (!login.restore()) location.replace(withoutStep())
  }, [login])

  useEffect(() => {
    if (step !== 'done') return
    const target = next ? localPath(next, language) : back
    // `replace` ensures that back navigation does not open a finished step.
    location.replace(isOnlyProfile ? target : profilePath(target, language))
  }, [step, next, isOnlyProfile, back, language])

  useEffect(() => {
    const used = new AbortController()
    const load = ({ type, target }: Event) => {
      // Hydration presses the box of the terms, which only sends `input`. A visitor's press also sends an event of a pointer or a key.
      if (type === 'input' && (target as HTMLInputElement).type === 'checkbox') return
      used.abort()
      void loadFurtherStep().catch(() => undefined)
    }
    for (const event of USES) addEventListener(event, load, { signal: used.signal })
    return () => used.abort()
  }, [])

  const showTvCode = useCallback(async () => {
    try {
      const loaded = await import('./TvCode.tsx')
      setTvCode(() => loaded.TvCode)
    } catch {
      // The number can be typed on a TV as well.
    }
  }, [])
  // Only the browser knows that it is a TV; other screens load the code and its QR code when no SMS can be sent.
  useEffect(() => {
    if (isTvMode()) void showTvCode()
  }, [showTvCode])

  if (TvCode && step === 'mobile')
    return (
      <TvCode agent={agent} onIn={() => login.goTo('done')} onHere={() => setTvCode(null)} t={t} />
    )
  const onOtherDevice = () => {
    login.goTo('mobile')
    void showTvCode()
  }
  const stepProps = { login, t, isRegister, back, outbox, onOtherDevice }
  return (
    <div {...ready} className="grid gap-6" data-step={step} aria-busy={step === 'done'}>
      {step === 'mobile' && <MobileStep {...stepProps} />}
      {step !== 'mobile' && step !== 'done' && <FurtherStep {...stepProps} step={step} />}
      {step === 'done' && <p className="m-0 py-10 text-center text-muted">{t('common.loading')}</p>}
    </div>
  )
}

function newLogin(step: SessionStep | null, agent: Agent): LoginStore {
  return createLogin({
    step,
    api,
    device: () => deviceInfo(agent),
    now: () => Date.now(),
    storage: tabStorage,
    onSignedIn: refreshSession,
  })
}

/** Adds a history entry per step, so that Back returns to the number instead of leaving the page. */
function useBackButton(login: LoginStore, step: LoginStep): void {
  useEffect(() => {
    if (RETURNING.includes(step) && history.state?.login !== true)
      history.pushState({ login: true }, '')
    const goBack = () => {
      if (RETURNING.includes(login.$login.get().step)) login.goTo('mobile')
    }
    addEventListener('popstate', goBack)
    return () => removeEventListener('popstate', goBack)
  }, [login, step])
}

/** Stores the step in the URL: after a reload the server knows the session, but not its step. */
function useStepInAddress(step: LoginStep): void {
  useEffect(() => {
    if (!isSessionStep(step)) return
    const url = new URL(location.href)
    url.searchParams.set('step', step)
    history.replaceState(history.state, '', url)
  }, [step])
}

/** Returns the address of the sign-in page without a step. It redirects a signed-in viewer. */
function withoutStep(): URL {
  const url = new URL(location.href)
  url.searchParams.delete('step')
  return url
}
