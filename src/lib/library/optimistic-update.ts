/** An optimistic update shows the new value at once, sends it, and rolls back if the call fails. */
export type OptimisticUpdate<T> = {
  /** Shows and sends a value. During a call, only the latest request is queued. */
  request: (value: T) => void
  /** Sets the value that the service reports. Ignored during a call. */
  confirm: (value: T) => void
}
type Options<T> = {
  /** Changes the service's value and returns the resulting one. */
  send: (to: T, from: T) => Promise<T>
  show: (value: T) => void
  fail: (error: unknown) => void
}

export function createOptimisticUpdate<T>(
  stands: T,
  { send, show, fail }: Options<T>,
): OptimisticUpdate<T> {
  let confirmed = stands
  let target = stands
  let isBusy = false

  async function run(): Promise<void> {
    isBusy = true
    while (target !== confirmed) {
      const to = target
      try {
        confirmed = await send(to, confirmed)
        if (target === to) target = confirmed
      } catch (error) {
        target = confirmed
        fail(error)
      }
      show(target)
    }
    isBusy = false
  }

  return {
    request(value) {
      target = value
      show(value)
      if (!isBusy) void run()
    },
    confirm(value) {
      if (isBusy) return
      confirmed = value
      target = value
      show(value)
    },
  }
}
