import { $session } from '#src/lib/session/session.store.ts'
import { ANONYMOUS } from '#src/lib/session/state.ts'

/** A browser's storage, empty. */
export function aStorage(): Storage {
  const stored = new Map<string, string>()
  return {
    getItem: key => stored.get(key) ?? null,
    setItem: (key, value) => void stored.set(key, value),
    removeItem: key => void stored.delete(key),
    clear: () => stored.clear(),
    key: at => [...stored.keys()][at] ?? null,
    get length() {
      return stored.size
    },
  }
}

/** Makes this profile the active one of the browser's session. */
export function watchAs(id: string): void {
  const profile = { id, name: id, avatar: '', age_type: 'adult', is_primary: false }
  $session.set({ ...ANONYMOUS, profile })
}
