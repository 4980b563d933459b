/** A button whose press shows at once: the call follows, and a failure takes back what was shown. */
export type OptimisticUpdate<T> = {
  /** What the viewer wants now. While a call is under way, only the last wish waits for its turn. */
  request: (value: T) => void
  /** What the service says stands. Heard only while nothing is under way. */
  confirm: (value: T) => void
}
type Options<T> = {
  /** Brings the service from one value to another; answers what stands after it. */
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
