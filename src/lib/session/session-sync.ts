// Keeps a page in sync with the session and with other tabs (spec §4).

import { whenIdle } from '../boot/when-idle.ts'
import { pathLanguage } from '../i18n/languages.ts'
import { LISTENING_KEY } from '../listening/listening-key.ts'
import { notify, showFlash } from '../notifications/notifications.store.ts'
import { profilePath } from '../routes.ts'
import { readCookies } from '../storage/read-cookies.ts'
import { tabStorage } from '../storage/web-storage.ts'
import { isPersonalPage } from './change-marker.ts'
import {
  REASON_PARAM,
  type Reason,
  redirectReason,
  requiresProfile,
  revalidatesSession,
} from './guard.ts'
import { listenForSessionLoss, onSessionChange, refreshSession } from './session.store.ts'
import { readStateCookie, type SessionState, sessionKey } from './state.ts'

/** Starts the synchronisation. `show` renders the session into the page. */
export function startSessionSync(show: () => void): void {
  listenForSessionLoss()
  showFlash()
  const state = readStateCookie(readCookies())
  let shown = viewerKey(state)
  onSessionChange(() => {
    // Chromium delivers events that came before a page was restored, also those of its own session.
    const now = viewerKey(readStateCookie(readCookies()))
    if (now === shown) return
    shown = now
    // Another tab may choose the profile while this one asks for a name; the typed text is kept.
    const isStep = new URLSearchParams(location.search).has('step')
    if (isPersonalPage(location.pathname) && !isStep) location.reload()
    else show()
  })
  const { shownTo } = document.documentElement.dataset
  // Another tab changed the session while this page loaded. Reload only once: a reload that changes nothing would
  // repeat forever.
  if (shownTo !== undefined && shownTo !== sessionKey(state) && !isReloaded()) {
    location.reload()
    return
  }
  const { user, profile } = state
  const { pathname, search } = location
  // The browser may restore a page long after it was left (docs/decisions/027-pages-restored-on-back.md).
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return
    if (viewerKey(readStateCookie(readCookies())) !== shown) {
      document.documentElement.hidden = true
      location.reload()
    } else if (user) {
      showListening()
      // Another device may have ended the session.
      if (requiresProfile(pathname)) void revalidate(show)
    }
  })
  if (!user) return
  showListening()
  const reason = redirectReason(search, profile)
  if (reason) void sayWhy(reason)
  if (!profile && requiresProfile(pathname))
    location.replace(profilePath(pathname + search, pathLanguage(pathname)))
  else if (revalidatesSession(pathname))
    whenIdle(() => void revalidate(show), { timeout: 2_000, pause: 500 })
}

/** Differs for another viewer, and after a purchase. */
function viewerKey(state: SessionState): string {
  return sessionKey(state) + state.user?.subscription_remaining_in_day
}

/** Shows the bar of the audio book that keeps playing. Without a connection the next page tries again. */
function showListening(): void {
  if (tabStorage.get(LISTENING_KEY)) import('../listening/listening-bar.browser.ts').catch(() => {})
}

/**
 * Shows the reason for a redirect by a guard, once; the notification stays until it is closed. A child's home shows the
 * reason itself.
 */
async function sayWhy(reason: Reason): Promise<void> {
  if (reason === 'main-profile') {
    const { loadT } = await import('../i18n/load.ts')
    const t = await loadT(pathLanguage(location.pathname), ['errors'])
    notify(t('errors.profile_not_have_permission'), { stay: 'until_closed' })
  }
  const url = new URL(location.href)
  url.searchParams.delete(REASON_PARAM)
  history.replaceState(history.state, '', url)
}

function isReloaded(): boolean {
  const [navigation] = performance.getEntriesByType('navigation')
  return (navigation as PerformanceNavigationTiming | undefined)?.type === 'reload'
}

/** Revalidates the session; the HTTP layer updates the cookie with the response. */
async function revalidate(show: () => void): Promise<void> {
  const [{ api }, { getSelf }] = await Promise.all([
    import('../api/browser.ts'),
    import('#src/contract/endpoints/session.ts'),
  ])
  try {
    await api(getSelf)
    refreshSession()
    show()
  } catch (error) {
    const { toFailure } = await import('../api/failure.ts')
    const failure = toFailure(error)
    // The state of the session is unknown without a response.
    if (failure.kind !== 'api_error' || failure.status !== 401) return
    const { handleFailure } = await import('../api/handle-failure.ts')
    await handleFailure(error, pathLanguage(location.pathname))
  }
}
