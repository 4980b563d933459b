/** The HTML of parts that many pages share, by what it was rendered from. Kept by the process, up to MAX_BYTES. */
import { LRUCache } from 'lru-cache'

/** As JavaScript keeps Persian text: two bytes a letter. */
const MAX_BYTES = 8 * 1024 * 1024

const html = new LRUCache<string, object>({
  maxSize: MAX_BYTES,
  sizeCalculation: (value, key) => 2 * (key.length + String(value).length),
})
const numbers = new WeakMap<object, number>()
let last = 0

/** Runs `render` once for a key, which names all that the result depends on. */
export function renderedOnce<T extends object>(key: string, render: () => T): T {
  return findRendered<T>(key) ?? storeRendered(key, render())
}

export function findRendered<T extends object>(key: string): T | undefined {
  // The dev server shows changed sources at once.
  return import.meta.env?.DEV ? undefined : (html.get(key) as T | undefined)
}

export function storeRendered<T extends object>(key: string, rendered: T): T {
  html.set(key, rendered)
  return rendered
}

/** A number for an object that is shared and never changed, such as a card of the catalogue; short enough for a key. */
export function identityOf(shared: object): number {
  const known = numbers.get(shared)
  if (known) return known
  numbers.set(shared, ++last)
  return last
}
