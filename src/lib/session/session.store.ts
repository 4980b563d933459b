// The session in the browser: the `state` cookie, the storage that belongs to it, and the change marker for other tabs.
import { atom, onMount } from 'nanostores'
import type { Api } from '../api/client.ts'
import { SESSION_CHANGE_KEY } from './change-marker.ts'
import { ANONYMOUS, readState, type SessionState, sessionKey } from './state.ts'

/** localStorage keys that logout removes (spec §4). */
const OF_THE_SESSION = ['subscription-alert-closed', 'pinned-profile', 'recent-searches']

export const $session = atom<SessionState>(ANONYMOUS)

// The server never writes a session into the store.
onMount($session, () => {
  if (!globalThis.document) return
  $session.set(readState(document.cookie))
  return onSessionChange(() => $session.set(readState(document.cookie)))
})

/** Call it after every response that may have changed the cookie. Writing the same value fires no event in other tabs. */
export function refreshSession(): void {
  const state = readState(document.cookie)
  $session.set(state)
  localStorage.setItem(SESSION_CHANGE_KEY, sessionKey(state))
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
  clearSession()
}
