/**
 * localStorage and sessionStorage with the memory of this page behind them. A browser may block storage (the getter
 * throws), the web view of an app may have none (the getter returns null), and storage may be full.
 */
export interface GuardedStorage {
  /** Returns null if nothing is stored. */
  get: (key: string) => string | null
  set: (key: string, value: string) => void
  remove: (key: string) => void
  /** The values that this page keeps while the browser stores nothing. */
  memory: ReadonlyMap<string, string>
}

/** Storage of this browser, shared by its tabs. */
export const deviceStorage = /* @__PURE__ */ guardStorage('localStorage')
export const tabStorage = /* @__PURE__ */ guardStorage('sessionStorage')

function guardStorage(name: 'localStorage' | 'sessionStorage'): GuardedStorage {
  const memory = new Map<string, string>()
  return {
    memory,
    get(key) {
      try {
        return memory.get(key) ?? globalThis[name].getItem(key)
      } catch {
        return null
      }
    },
    set(key, value) {
      try {
        globalThis[name].setItem(key, value)
        memory.delete(key)
      } catch {
        // The memory of a server would be shared by all visitors.
        if (globalThis.document) memory.set(key, value)
      }
    },
    remove(key) {
      try {
        memory.delete(key)
        globalThis[name].removeItem(key)
      } catch {
        // Nothing is stored.
      }
    },
  }
}
