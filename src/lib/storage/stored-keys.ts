import { deviceStorage, tabStorage } from './web-storage.ts'

/**
 * Returns the keys of what a browser stores for a device or for a tab, and of what this page remembers instead. The boot script needs none,
 * so this is a file of its own.
 */
export function storedKeys(of: 'device' | 'tab'): string[] {
  const { memory } = of === 'device' ? deviceStorage : tabStorage
  const keys = [...memory.keys()]
  try {
    return keys.concat(Object.keys(of === 'device' ? localStorage : sessionStorage))
  } catch {
    return keys
  }
}
