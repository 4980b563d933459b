export const PLAYBACK_RATES = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2] as const

/** Returns the next faster or slower rate of the list; at either end the rate stays. */
export function stepRate(rate: number, direction: 1 | -1): number {
  const index = PLAYBACK_RATES.findIndex(step => step >= rate)
  const at = index < 0 ? PLAYBACK_RATES.length - 1 : index
  const next = direction > 0 && PLAYBACK_RATES[at] !== rate ? at : at + direction
  return PLAYBACK_RATES[Math.min(PLAYBACK_RATES.length - 1, Math.max(0, next))] ?? 1
}

/** Playback rate while the viewer holds a finger on the picture. */
export const HOLD_RATE = 2
