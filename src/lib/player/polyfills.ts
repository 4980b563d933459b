/** What browsers of 2019 televisions lack of the functions that the player's page calls (their syntax is the build's part). */
if (typeof globalThis === 'undefined')
  Object.defineProperty(self, 'globalThis', { value: self, configurable: true, writable: true })

Object.fromEntries ??= (entries: Iterable<readonly [PropertyKey, unknown]>) => {
  const made: Record<PropertyKey, unknown> = {}
  for (const [key, value] of entries) made[key] = value
  return made
}
Object.hasOwn ??= (object: object, key: PropertyKey) =>
  // biome-ignore lint/suspicious/noPrototypeBuiltins: this is what stands in for the other
  Object.prototype.hasOwnProperty.call(object, key)

add(Array.prototype, 'at', function at<T>(this: T[], index: number) {
  return this[index < 0 ? this.length + index : index]
})
add(String.prototype, 'replaceAll', function replaceAll(this: string, from: string, to: string) {
  return this.split(from).join(to)
})
add(Promise, 'allSettled', (promises: Promise<unknown>[]) =>
  Promise.all(
    promises.map(promise =>
      Promise.resolve(promise).then(
        value => ({ status: 'fulfilled', value }),
        (reason: unknown) => ({ status: 'rejected', reason }),
      ),
    ),
  ),
)
add(self, 'queueMicrotask', (act: () => void) => void Promise.resolve().then(act))

function add(to: object, name: string, value: unknown) {
  if (name in to) return
  Object.defineProperty(to, name, { value, configurable: true, writable: true })
}
