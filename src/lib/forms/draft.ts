/**
 * Drafts in sessionStorage: they survive a reload and the detour through sign-in, after which they belong to the profile that
 * was chosen. No other profile of the browser sees them.
 */
import { $session, DRAFT_PREFIX } from '../session/session.store.ts'

/** A visitor's key has no profile. */
const keyOf = (name: string, profile: string) => `${DRAFT_PREFIX}${profile}:${name}`
const profileId = () => $session.get().profile?.id ?? ''

export function readDraft(name: string): string {
  try {
    const key = keyOf(name, profileId())
    const ofVisitor = keyOf(name, '')
    const typed = sessionStorage.getItem(key) ?? sessionStorage.getItem(ofVisitor) ?? ''
    if (key !== ofVisitor && typed) {
      sessionStorage.setItem(key, typed)
      sessionStorage.removeItem(ofVisitor)
    }
    return typed
  } catch {
    return ''
  }
}

export function saveDraft(name: string, text: string): void {
  try {
    const key = keyOf(name, profileId())
    if (text) sessionStorage.setItem(key, text)
    else sessionStorage.removeItem(key)
  } catch {
    // Storage is full or blocked: the text remains in the field.
  }
}
