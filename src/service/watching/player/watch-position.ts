/** The position at which playback resumes, and the point at which a title counts as finished. Times in seconds. */
const MIN_RESUME_SECONDS = 5
const FINISHED_SHARE = 0.95

interface WatchPosition {
  at: number
  duration: number | null
  creditsAt: number | null
}

export function isFinished({ at, duration, creditsAt }: WatchPosition): boolean {
  if (creditsAt !== null && creditsAt > 0) return at >= creditsAt
  return duration !== null && duration > 0 && at >= duration * FINISHED_SHARE
}

/** Returns the position to resume at; 0 if the saved position is in the first seconds or in the credits. */
export function resumePoint(position: WatchPosition): number {
  const { at, duration } = position
  if (!Number.isFinite(at) || at < MIN_RESUME_SECONDS) return 0
  if (duration !== null && duration > 0 && at >= duration) return 0
  return isFinished(position) ? 0 : at
}
