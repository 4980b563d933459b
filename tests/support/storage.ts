import { $session } from '#src/lib/session/session.store.ts'
import { ANONYMOUS } from '#src/lib/session/state.ts'
import type { GuardedStorage } from '#src/lib/storage/web-storage.ts'

const METHODS = {
  getItem(this: Record<string, string>, key: string) {
    return this[key] ?? null
  },
  setItem(this: Record<string, string>, key: string, value: string) {
    this[key] = value
  },
  removeItem(this: Record<string, string>, key: string) {
    delete this[key]
  },
}

/** An empty storage of a browser, with its keys as own properties. */
export function aStorage(): Storage {
  return Object.create(METHODS) as Storage
}

/** An empty storage as the code of the site uses it. */
export function aGuardedStorage(): GuardedStorage {
  const stored = new Map<string, string>()
  return {
    get: key => stored.get(key) ?? null,
    set: (key, value) => void stored.set(key, value),
    remove: key => void stored.delete(key),
    memory: stored,
  }
}

/** Makes this profile the active one of the browser's session. */
export function watchAs(id: string): void {
  const profile = { id, name: id, avatar: '', age_type: 'adult', is_primary: false }
  $session.set({ ...ANONYMOUS, profile })
}
