/**
 * Resets the process between files of unit tests, which share it so that it starts only once. Each file begins with fresh modules
 * and with Node's own globals. Anything that a file stubs, such as `document`, is restored at its end.
 */
import { afterAll, vi } from 'vitest'

const globals = Object.getOwnPropertyDescriptors(globalThis)
vi.resetModules()

afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
  for (const name of Reflect.ownKeys(globalThis))
    if (!Object.hasOwn(globals, name)) Reflect.deleteProperty(globalThis, name)
  for (const name of Reflect.ownKeys(globals)) restore(name as keyof typeof globals)
})

function restore(name: keyof typeof globals): void {
  const before = globals[name] as PropertyDescriptor
  const now = Object.getOwnPropertyDescriptor(globalThis, name)
  const isSame = now?.value === before.value && now?.get === before.get
  if (!isSame) Object.defineProperty(globalThis, name, before)
}
