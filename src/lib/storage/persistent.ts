/** The stores of nanostores that persist in `deviceStorage`, which may be memory only. */
import { setPersistentEngine, windowPersistentEvents } from '@nanostores/persistent'
import { storedKeys } from './stored-keys.ts'
import { deviceStorage } from './web-storage.ts'

export { persistentJSON, persistentMap } from '@nanostores/persistent'

type Stored = Record<string, string>

const engine = new Proxy<Stored>(
  {},
  {
    get: (_, key) => deviceStorage.get(String(key)) ?? undefined,
    has: (_, key) => deviceStorage.get(String(key)) !== null,
    set(_, key, value) {
      deviceStorage.set(String(key), String(value))
      return true
    },
    deleteProperty(_, key) {
      deviceStorage.remove(String(key))
      return true
    },
    ownKeys: () => [...new Set(storedKeys('device'))],
    getOwnPropertyDescriptor: (_, key) => ({
      value: deviceStorage.get(String(key)) ?? undefined,
      configurable: true,
      enumerable: true,
      writable: true,
    }),
  },
)
const { addEventListener, removeEventListener } = windowPersistentEvents
/** A server has no window, and a store ends its listening a second after its last listener. */
setPersistentEngine(engine, {
  addEventListener: (...all) => globalThis.window && addEventListener(...all),
  removeEventListener: (...all) => globalThis.window && removeEventListener(...all),
})
