/** Half-written text, kept in this tab over reloads and the way to sign in and back. */
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
    // Storage is full or closed: the text is still in the field.
  }
}
