// Keeps a page in sync with the session and with other tabs (spec §4).
import { languageOf } from '../i18n/languages.ts'
import { LISTENING_KEY } from '../listening/listening-key.ts'
import { notify, showFlash } from '../notifications/notifications.store.ts'
import { profilePath } from '../routes.ts'
import { isPersonalPage } from './change-marker.ts'
import { isRevalidatedOn, needsProfile, REASON, type Reason, reasonOf } from './guard.ts'
import { listenForSessionLoss, onSessionChange, refreshSession } from './session.store.ts'
import { readState, sessionKey } from './state.ts'

/** `show` renders the session into the page. */
export function startSessionSync(show: () => void): void {
  listenForSessionLoss()
  showFlash()
  onSessionChange(() => {
    // Another tab chooses the profile while this one asks for a name: what is typed here stays.
    const isStep = new URLSearchParams(location.search).has('step')
    if (isPersonalPage(location.pathname) && !isStep) location.reload()
    else show()
  })
  const state = readState(document.cookie)
  const { shownTo } = document.documentElement.dataset
  // Another tab changed the session while this page loaded. Reload once only: a reload that changes nothing would repeat forever.
  if (shownTo !== undefined && shownTo !== sessionKey(state) && !isReloaded()) {
    location.reload()
    return
  }
  const { user, profile } = state
  if (!user) return
  showListening()
  // A page of the back-forward cache may be older than the audio book.
  addEventListener('pageshow', ({ persisted }) => persisted && showListening())
  const { pathname, search } = location
  const reason = reasonOf(search, profile)
  if (reason) void sayWhy(reason)
  if (!profile && needsProfile(pathname))
    location.replace(profilePath(pathname + search, languageOf(pathname)))
  else if (isRevalidatedOn(pathname)) whenIdle(() => void revalidate(show))
}

/** Of the audio book that its listener goes on with. Without a connection the next page tries again. */
function showListening(): void {
  if (sessionStorage.getItem(LISTENING_KEY))
    import('../listening/listening-bar.browser.ts').catch(() => {})
}

/** Notifies why a guard redirected here, once; the notification stays until it is closed. A child's home says it itself. */
async function sayWhy(reason: Reason): Promise<void> {
  if (reason === 'main-profile') {
    const { loadT } = await import('../i18n/load.ts')
    const t = await loadT(languageOf(location.pathname), ['errors'])
    notify(t('errors.profile_not_have_permission'), { stay: 'until_closed' })
  }
  const url = new URL(location.href)
  url.searchParams.delete(REASON)
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
    const { failureOf } = await import('../api/failure.ts')
    const failure = failureOf(error)
    // Without a response nothing is known about the session.
    if (failure.kind !== 'api_error' || failure.status !== 401) return
    const { handleFailure } = await import('../api/handle-failure.ts')
    await handleFailure(error, languageOf(location.pathname))
  }
}

function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(work, { timeout: 2_000 })
  else setTimeout(work, 500)
}
