/**
 * Polyfills for functions that our scripts, Astro or React call and browsers of TVs since 2019 lack. The build compiles
 * the syntax.
 */
if (typeof globalThis === 'undefined')
  Object.defineProperty(self, 'globalThis', { value: self, configurable: true, writable: true })

Object.fromEntries ??= (entries: Iterable<readonly [PropertyKey, unknown]>) => {
  const result: Record<PropertyKey, unknown> = {}
  for (const [key, value] of entries) result[key] = value
  return result
}
Object.hasOwn ??= (object: object, key: PropertyKey) =>
  // biome-ignore lint/suspicious/noPrototypeBuiltins: Object.hasOwn is what is missing
  Object.prototype.hasOwnProperty.call(object, key)

define(Array.prototype, 'at', function at<T>(this: T[], index: number) {
  return this[index < 0 ? this.length + index : index]
})
define(Array.prototype, 'findLast', function findLast<
  T,
>(this: T[], matches: (item: T, index: number, all: T[]) => unknown) {
  for (let index = this.length - 1; index >= 0; index--) {
    const item = this[index] as T
    if (matches(item, index, this)) return item
  }
  return undefined
})
define(Array.prototype, 'toSorted', function toSorted<
  T,
>(this: T[], compare?: (a: T, b: T) => number) {
  return this.slice().sort(compare)
})
define(Array.prototype, 'toSpliced', function toSpliced<
  T,
>(this: T[], ...given: [start: number, count: number, ...items: T[]]) {
  const copy = this.slice()
  copy.splice(...given)
  return copy
})
define(
  Element.prototype,
  'replaceChildren',
  function replaceChildren(this: Element, ...nodes: (Node | string)[]) {
    while (this.lastChild) this.lastChild.remove()
    this.append(...nodes)
  },
)
define(String.prototype, 'replaceAll', function replaceAll(this: string, from: string, to: string) {
  return this.split(from).join(to)
})
define(String.prototype, 'toWellFormed', function toWellFormed(this: string) {
  return this.replace(/[\ud800-\udbff][\udc00-\udfff]|[\ud800-\udfff]/g, found =>
    found.length === 2 ? found : '\ufffd',
  )
})
define(Promise, 'allSettled', (promises: Promise<unknown>[]) =>
  Promise.all(
    promises.map(promise =>
      Promise.resolve(promise).then(
        value => ({ status: 'fulfilled', value }),
        (reason: unknown) => ({ status: 'rejected', reason }),
      ),
    ),
  ),
)
define(self, 'queueMicrotask', (task: () => void) => void Promise.resolve().then(task))

function define(to: object, name: string, value: unknown) {
  if (name in to) return
  Object.defineProperty(to, name, { value, configurable: true, writable: true })
}
