// The session in the browser: the `state` cookie, the storage that belongs to it, and the change marker for other tabs.
import { atom, onMount } from 'nanostores'
import type { Api } from '../api/client.ts'
import { isTvMode } from '../tv/tv.ts'
import { SESSION_CHANGE_KEY } from './change-marker.ts'
import { ANONYMOUS, readState, type SessionState, sessionKey } from './state.ts'

/** localStorage keys that logout removes (spec §4). */
const OF_THE_SESSION = ['subscription-alert-closed', 'pinned-profile', 'recent-searches']
/** Keys of drafts in sessionStorage (src/lib/forms/draft.ts). */
export const DRAFT_PREFIX = 'draft:'

export const $session = atom<SessionState>(ANONYMOUS)

// The server never writes a session into the store.
onMount($session, () => {
  if (!globalThis.document) return
  $session.set(currentState())
  return onSessionChange(() => $session.set(currentState()))
})

/** The cookie, with the theme and the agent of this page: one restored from the back-forward cache is shown without a request. */
function currentState(): SessionState {
  const isLight = document.documentElement?.dataset.theme === 'light'
  const state = readState(document.cookie)
  return { ...state, currentTheme: isLight ? 'light' : 'dark', isTvAgent: isTvMode() }
}

/** Call it after every response that may have changed the cookie. Writing the same value fires no event in other tabs. */
export function refreshSession(): void {
  const state = currentState()
  $session.set(state)
  localStorage.setItem(SESSION_CHANGE_KEY, sessionKey(state))
}

/**
 * Call it before a request by which this page changes the session: session-sync.ts would take the change for another tab's, and its
 * reload would abort what the page does next.
 */
export function willChangeSession(): void {
  delete document.documentElement.dataset.shownTo
}

/** Calls the listener when another tab signs in, signs out or switches the profile. */
export function onSessionChange(listener: () => void): () => void {
  const heard = ({ key }: StorageEvent) => {
    if (key === SESSION_CHANGE_KEY || key === null) listener()
  }
  addEventListener('storage', heard)
  return () => removeEventListener('storage', heard)
}

export function clearSession(): void {
  for (const key of OF_THE_SESSION) localStorage.removeItem(key)
  sessionStorage.removeItem('login')
  refreshSession()
}

export function clearProfile(): void {
  localStorage.removeItem('pinned-profile')
  refreshSession()
}

/** `handle-failure.ts` announces what a failed call has invalidated. */
export function listenForSessionLoss(): void {
  document.addEventListener('pardeh:session-lost', event => {
    if ((event as CustomEvent<'session' | 'profile'>).detail === 'session') clearSession()
    else clearProfile()
  })
}

/** The HTTP layer clears both cookies with the reply. */
export async function logout(api: Api): Promise<void> {
  const { logout: call } = await import('#src/contract/endpoints/session.ts')
  await api(call)
  forgetDrafts()
  clearSession()
}

/** At logout only: after a session was lost they wait for the next sign-in. */
export function forgetDrafts(): void {
  const keys = Array.from({ length: sessionStorage.length }, (_, at) => sessionStorage.key(at))
  for (const key of keys) if (key?.startsWith(DRAFT_PREFIX)) sessionStorage.removeItem(key)
}
