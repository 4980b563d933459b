import { setImmediate as nextTurn } from 'node:timers/promises'

/** Work that yields where it may be interrupted. */
export type Steps<Result> = Generator<void, Result>

/** So long the event loop may be held up at once. */
const SLICE_MS = 3

/** Does the work with pauses, in which other requests are served. */
export async function inSlices<Result>(steps: Steps<Result>): Promise<Result> {
  for (;;) {
    const end = performance.now() + SLICE_MS
    let step = steps.next()
    while (!step.done && performance.now() < end) step = steps.next()
    if (step.done) return step.value
    await nextTurn()
  }
}

export function atOnce<Result>(steps: Steps<Result>): Result {
  let step = steps.next()
  while (!step.done) step = steps.next()
  return step.value
}
