import { setImmediate as nextTurn } from 'node:timers/promises'

/** Work that yields at points where it may be interrupted. */
export type Steps<Result> = Generator<void, Result>

/** Maximum time for which the event loop may be blocked, in ms. */
const SLICE_MS = 3

/** Runs the work with pauses, in which other requests are served. */
export async function runInSlices<Result>(steps: Steps<Result>): Promise<Result> {
  for (;;) {
    const end = performance.now() + SLICE_MS
    let step = steps.next()
    while (!step.done && performance.now() < end) step = steps.next()
    if (step.done) return step.value
    await nextTurn()
  }
}

export function runAtOnce<Result>(steps: Steps<Result>): Result {
  let step = steps.next()
  while (!step.done) step = steps.next()
  return step.value
}
