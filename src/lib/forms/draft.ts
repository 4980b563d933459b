/**
 * Drafts of forms in sessionStorage. They survive a reload and the detour through sign-in, after which they belong to
 * the chosen profile. No other profile of the browser sees them.
 */

import { $session, DRAFT_PREFIX } from '../session/session.store.ts'
import { tabStorage } from '../storage/web-storage.ts'

/** The key of a visitor has no profile. */
const keyOf = (name: string, profile: string) => `${DRAFT_PREFIX}${profile}:${name}`
const profileId = () => $session.get().profile?.id ?? ''

export function readDraft(name: string): string {
  const key = keyOf(name, profileId())
  const ofVisitor = keyOf(name, '')
  const typed = tabStorage.get(key) ?? tabStorage.get(ofVisitor) ?? ''
  if (key !== ofVisitor && typed) {
    tabStorage.set(key, typed)
    tabStorage.remove(ofVisitor)
  }
  return typed
}

export function saveDraft(name: string, text: string): void {
  const key = keyOf(name, profileId())
  if (text) tabStorage.set(key, text)
  else tabStorage.remove(key)
}
