/** A button whose press shows at once: the call follows, and a failure takes back what was shown. */
export type Wish<T> = {
  /** What the viewer wants now. While a call is under way, only the last wish waits for its turn. */
  want: (value: T) => void
  /** What the service says stands. Heard only while nothing is under way. */
  settle: (value: T) => void
}
type Options<T> = {
  /** Brings the service from one value to another; answers what stands after it. */
  send: (to: T, from: T) => Promise<T>
  show: (value: T) => void
  fail: (error: unknown) => void
}

export function createWish<T>(stands: T, { send, show, fail }: Options<T>): Wish<T> {
  let confirmed = stands
  let wanted = stands
  let isBusy = false

  async function run(): Promise<void> {
    isBusy = true
    while (wanted !== confirmed) {
      const to = wanted
      try {
        confirmed = await send(to, confirmed)
        if (wanted === to) wanted = confirmed
      } catch (error) {
        wanted = confirmed
        fail(error)
      }
      show(wanted)
    }
    isBusy = false
  }

  return {
    want(value) {
      wanted = value
      show(value)
      if (!isBusy) void run()
    },
    settle(value) {
      if (isBusy) return
      confirmed = value
      wanted = value
      show(value)
    },
  }
}
