export const RATES = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2] as const

/** The next faster or slower rate of the list; the ends stay. */
export function stepRate(rate: number, direction: 1 | -1): number {
  const index = RATES.findIndex(step => step >= rate)
  const at = index < 0 ? RATES.length - 1 : index
  const next = direction > 0 && RATES[at] !== rate ? at : at + direction
  return RATES[Math.min(RATES.length - 1, Math.max(0, next))] ?? 1
}

/** While the picture is held. */
export const HOLD_RATE = 2
