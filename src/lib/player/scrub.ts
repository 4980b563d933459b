/** How far one step of a held arrow moves the position: the longer it is held, the further. */

const SECONDS_A_STEP = 10
/** From so many repetitions on, a repetition is so many steps. Keys repeat about twenty times a second. */
const PACES = [
  { from: 60, steps: 12 },
  { from: 30, steps: 6 },
  { from: 10, steps: 3 },
]
/** A step of a short film: no more than this share of it. */
const MOST = 1 / 40

/** @param repetitions of the key since it was pressed; 0 for the press itself @param length of the title in seconds @returns seconds */
export function scrubStep(repetitions: number, length: number): number {
  const { steps } = PACES.find(({ from }) => repetitions >= from) ?? { steps: 1 }
  return Math.max(SECONDS_A_STEP, Math.min(steps * SECONDS_A_STEP, length * MOST))
}
