/** The cache of HTML that many pages share, keyed by everything that it was rendered from. It is in memory, up to MAX_BYTES. */
import { LRUCache } from 'lru-cache'

/** Limit in bytes. JavaScript stores Persian text in two bytes per letter. */
const MAX_BYTES = 8 * 1024 * 1024

const html = new LRUCache<string, object>({
  maxSize: MAX_BYTES,
  sizeCalculation: (value, key) => 2 * (key.length + String(value).length),
})
const numbers = new WeakMap<object, number>()
let last = 0

/** Runs `render` once per key. The key must name everything that the result depends on. */
export function renderHtmlOnce<T extends object>(key: string, render: () => T): T {
  return findHtmlPart<T>(key) ?? storeHtmlPart(key, render())
}

export function findHtmlPart<T extends object>(key: string): T | undefined {
  // The dev server must show changed sources immediately.
  return import.meta.env?.DEV ? undefined : (html.get(key) as T | undefined)
}

export function storeHtmlPart<T extends object>(key: string, rendered: T): T {
  html.set(key, rendered)
  return rendered
}

/** Returns a number that identifies a shared, immutable object, such as a card of the catalogue, in a short cache key. */
export function numberObject(shared: object): number {
  const known = numbers.get(shared)
  if (known) return known
  numbers.set(shared, ++last)
  return last
}
