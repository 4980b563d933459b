/** Where watching goes on, and when a title counts as watched. Times in seconds. */
const TOO_EARLY = 5
const FINISHED_SHARE = 0.95

export interface Place {
  at: number
  duration: number | null
  creditsAt: number | null
}

export function isFinished({ at, duration, creditsAt }: Place): boolean {
  if (creditsAt !== null && creditsAt > 0) return at >= creditsAt
  return duration !== null && duration > 0 && at >= duration * FINISHED_SHARE
}

/** A saved place of the first seconds, or behind the credits, starts over. */
export function resumePoint(place: Place): number {
  const { at, duration } = place
  if (!Number.isFinite(at) || at < TOO_EARLY) return 0
  if (duration !== null && duration > 0 && at >= duration) return 0
  return isFinished(place) ? 0 : at
}
