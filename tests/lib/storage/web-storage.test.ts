import { afterEach, expect, test, vi } from 'vitest'
import { storedKeys } from '#src/lib/storage/stored-keys.ts'
import { deviceStorage, tabStorage } from '#src/lib/storage/web-storage.ts'
import { aStorage } from '#tests/support/storage.ts'

afterEach(() => {
  for (const key of storedKeys('device')) deviceStorage.remove(key)
  for (const key of storedKeys('tab')) tabStorage.remove(key)
  vi.unstubAllGlobals()
})

/** Replaces the getter of the window as a browser does that blocks storage. */
function blockStorage(): void {
  for (const name of ['localStorage', 'sessionStorage'])
    Object.defineProperty(globalThis, name, {
      configurable: true,
      get: () => {
        throw new DOMException('Access is denied for this document.', 'SecurityError')
      },
    })
}

function stubStorage(storage: Storage | null): void {
  for (const name of ['localStorage', 'sessionStorage'])
    Object.defineProperty(globalThis, name, { configurable: true, value: storage })
}

test('values are stored in the storage of the browser', () => {
  stubStorage(aStorage())
  deviceStorage.set('theme', 'light')
  expect(localStorage.getItem('theme')).toBe('light')
  expect(deviceStorage.get('theme')).toBe('light')
  expect(storedKeys('device')).toEqual(['theme'])
  deviceStorage.remove('theme')
  expect(localStorage.getItem('theme')).toBeNull()
})

test.each([
  ['blocked', blockStorage],
  ['null, as in web views of apps', () => stubStorage(null)],
])('values last for the page if storage is %s', (_, spoil) => {
  vi.stubGlobal('document', {})
  spoil()
  expect(tabStorage.get('login')).toBeNull()
  tabStorage.set('login', 'code')
  expect(tabStorage.get('login')).toBe('code')
  expect(storedKeys('tab')).toEqual(['login'])
  expect(deviceStorage.get('login')).toBeNull()
  tabStorage.remove('login')
  expect(tabStorage.get('login')).toBeNull()
})

test('the newest value counts if the storage is full, and the next write reaches it again', () => {
  vi.stubGlobal('document', {})
  let isFull = false
  const stored: Record<string, string> = {}
  stubStorage({
    getItem: (key: string) => stored[key] ?? null,
    setItem: (key: string, value: string) => {
      if (isFull) throw new DOMException('full', 'QuotaExceededError')
      stored[key] = value
    },
    removeItem: (key: string) => void delete stored[key],
  } as unknown as Storage)
  deviceStorage.set('volume', '1')
  isFull = true
  deviceStorage.set('volume', '0.5')
  expect(deviceStorage.get('volume')).toBe('0.5')
  isFull = false
  deviceStorage.set('volume', '0.2')
  expect([deviceStorage.get('volume'), stored.volume]).toEqual(['0.2', '0.2'])
})

test('a server keeps nothing, because its memory belongs to all visitors', () => {
  stubStorage(null)
  deviceStorage.set('recent-searches', 'secret')
  expect(deviceStorage.get('recent-searches')).toBeNull()
})
