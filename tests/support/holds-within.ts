type Condition = () => boolean | Promise<boolean>

/** Waits until a condition holds; returns false if it does not within this many milliseconds. */
export async function holdsWithin(ms: number, holds: Condition, everyMs = 50): Promise<boolean> {
  for (const deadline = Date.now() + ms; !(await holds()); ) {
    if (Date.now() > deadline) return false
    await new Promise(done => setTimeout(done, everyMs))
  }
  return true
}
