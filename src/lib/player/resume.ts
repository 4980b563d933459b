/** Where watching begins, and when a title counts as watched. */
const TOO_EARLY_SECONDS = 5
const FINISHED_SHARE = 0.95

export interface Progress {
  /** Seconds. */
  currentTime: number
  duration: number | null
  creditsAt: number | null
}

export function isFinished({ currentTime, duration, creditsAt }: Progress): boolean {
  if (creditsAt !== null && creditsAt > 0) return currentTime >= creditsAt
  return duration !== null && duration > 0 && currentTime >= duration * FINISHED_SHARE
}

/** A saved place of the first seconds, or behind the credits, starts over. */
export function resumePoint(progress: Progress): number {
  const { currentTime, duration } = progress
  if (!Number.isFinite(currentTime) || currentTime < TOO_EARLY_SECONDS) return 0
  if (duration !== null && duration > 0 && currentTime >= duration) return 0
  return isFinished(progress) ? 0 : currentTime
}

/** `?t=83` of a link comes before the saved place; anything else is ignored. */
export function startFromQuery(query: string, duration: number | null): number | null {
  const wanted = new URLSearchParams(query).get('t')
  if (wanted === null || !/^\d{1,6}(\.\d+)?$/.test(wanted)) return null
  const seconds = Number(wanted)
  return duration !== null && duration > 0 && seconds >= duration ? null : seconds
}
