/**
 * Adds the `signal` option of `addEventListener`, which removes the listener (Chromium 88). Older browsers ignore the
 * option.
 */
const add = EventTarget.prototype.addEventListener

let isKnown = false
const probe = {
  get signal() {
    isKnown = true
    return undefined
  },
}
add.call(self, 'abort', () => {}, probe as AddEventListenerOptions)

if (!isKnown)
  EventTarget.prototype.addEventListener = function (
    this: EventTarget | undefined,
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | AddEventListenerOptions,
  ) {
    // A call without an object applies to the window.
    const target = this ?? self
    const signal = typeof options === 'object' ? options?.signal : undefined
    if (signal?.aborted) return
    add.call(target, type, listener, options)
    if (signal) add.call(signal, 'abort', () => target.removeEventListener(type, listener, options))
  }

export {}
