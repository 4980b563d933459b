/** `addEventListener` with a signal, which removes the listener (Chromium 88). Before, the option has no effect. */
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
    // Called without an object, it is the window's.
    const target = this ?? self
    const signal = typeof options === 'object' ? options?.signal : undefined
    if (signal?.aborted) return
    add.call(target, type, listener, options)
    if (signal) add.call(signal, 'abort', () => target.removeEventListener(type, listener, options))
  }

export {}
