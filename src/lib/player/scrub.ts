/** Computes how far one step of a held arrow key moves the position: the step grows while the key is held. */

/** Seconds that a press on back or forward skips: buttons, keys, double taps, and the controls of the system. */
export const SKIP_SECONDS = 10
/** Number of steps per repetition, starting at a number of repetitions. Keys repeat about twenty times a second. */
const PACES = [
  { from: 60, steps: 12 },
  { from: 30, steps: 6 },
  { from: 10, steps: 3 },
]
/** Maximum size of a step, as a share of the title's duration. */
const MOST = 1 / 40

/**
 * Returns the size of a step in seconds.
 * @param repetitions of the key since it was pressed; 0 for the press itself
 * @param length of the title in seconds
 */
export function scrubStep(repetitions: number, length: number): number {
  const { steps } = PACES.find(({ from }) => repetitions >= from) ?? { steps: 1 }
  return Math.max(SKIP_SECONDS, Math.min(steps * SKIP_SECONDS, length * MOST))
}
