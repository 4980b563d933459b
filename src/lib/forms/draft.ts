/** Drafts in sessionStorage: they survive a reload and the detour through sign-in. */
const PREFIX = 'draft:'

export function readDraft(name: string): string {
  try {
    return sessionStorage.getItem(PREFIX + name) ?? ''
  } catch {
    return ''
  }
}

export function saveDraft(name: string, text: string): void {
  try {
    if (text) sessionStorage.setItem(PREFIX + name, text)
    else sessionStorage.removeItem(PREFIX + name)
  } catch {
    // Storage is full or blocked: the text remains in the field.
  }
}
