// The session in the browser: the `state` cookie, the storage that belongs to it, and the change marker for other tabs.

import { atom, onMount } from 'nanostores'
import type { Api } from '../api/client.ts'
import { readCookies } from '../storage/read-cookies.ts'
import { storedKeys } from '../storage/stored-keys.ts'
import { deviceStorage, tabStorage } from '../storage/web-storage.ts'
import { isTvMode } from '../tv/tv.ts'
import { SESSION_CHANGE_KEY } from './change-marker.ts'
import { ANONYMOUS, readStateCookie, type SessionState, sessionKey } from './state.ts'

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

/**
 * Returns the cookie with the theme and the agent of this page. A page restored from the back-forward cache is shown
 * without a request.
 */
function currentState(): SessionState {
  const isLight = document.documentElement?.dataset.theme === 'light'
  const state = readStateCookie(readCookies())
  return { ...state, currentTheme: isLight ? 'light' : 'dark', isTvAgent: isTvMode() }
}

/**
 * Updates the store; must be called after every response that may have changed the cookie. Writing the same value fires
 * no event in other tabs.
 */
export function refreshSession(): void {
  const state = currentState()
  $session.set(state)
  deviceStorage.set(SESSION_CHANGE_KEY, sessionKey(state))
}

/**
 * Announces a request that changes the session of this page. Otherwise session-sync.ts would attribute the change to
 * another tab, and its reload would abort the page's next step.
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
  for (const key of OF_THE_SESSION) deviceStorage.remove(key)
  tabStorage.remove('login')
  refreshSession()
}

function clearProfile(): void {
  deviceStorage.remove('pinned-profile')
  refreshSession()
}

/** Handles the events with which `handle-failure.ts` reports what a failed call has invalidated. */
export function listenForSessionLoss(): void {
  document.addEventListener('pardeh:session-lost', event => {
    if ((event as CustomEvent<'session' | 'profile'>).detail === 'session') clearSession()
    else clearProfile()
  })
}

/** Signs out. The HTTP layer clears both cookies with the response. */
export async function signOut(api: Api): Promise<void> {
  const { logout: call } = await import('#src/contract/endpoints/session.ts')
  await api(call)
  forgetDrafts()
  clearSession()
}

/** Removes drafts. Called only at logout: after a lost session, drafts wait for the next sign-in. */
export function forgetDrafts(): void {
  for (const key of storedKeys('tab')) if (key.startsWith(DRAFT_PREFIX)) tabStorage.remove(key)
}
