/** The card that offers what comes next while the credits run. */
const BEFORE_END_SECONDS = 20
export const COUNTDOWN_SECONDS = 10

export type NextEpisodePrompt =
  | { kind: 'none' }
  /** Shown without counting: the viewer has stopped it, or wants no autoplay. */
  | { kind: 'waiting' }
  | { kind: 'counting'; secondsLeft: number }
  | { kind: 'due' }

export interface NextEpisodeInput {
  hasNext: boolean
  time: number
  duration: number
  creditsAt: number | null
  hasEnded: boolean
  autoplay: boolean
  isStopped: boolean
}

/** The card follows the media's own clock, so that pausing, speed and seeking keep it right. */
export function nextEpisodePrompt(input: NextEpisodeInput): NextEpisodePrompt {
  if (!input.hasNext || input.duration <= 0) return { kind: 'none' }
  const from = cardFrom(input.creditsAt, input.duration)
  if (!input.hasEnded && input.time < from) return { kind: 'none' }
  if (!input.autoplay || input.isStopped) return { kind: 'waiting' }
  if (input.hasEnded) return { kind: 'due' }
  const span = Math.min(COUNTDOWN_SECONDS, input.duration - from)
  const left = Math.ceil(from + span - input.time)
  return left <= 0 ? { kind: 'due' } : { kind: 'counting', secondsLeft: left }
}

function cardFrom(creditsAt: number | null, duration: number) {
  if (creditsAt !== null && creditsAt > 0 && creditsAt < duration) return creditsAt
  return Math.max(0, duration - BEFORE_END_SECONDS)
}

interface Listed {
  short_id: string
}

/** The episodes around one, across the borders of seasons. */
export function neighbours<E extends Listed>(seasons: { episodes: E[] }[], shortId: string) {
  const all = seasons.flatMap(season => season.episodes)
  const at = all.findIndex(episode => episode.short_id === shortId)
  if (at < 0) return { previous: null, next: null }
  return { previous: all[at - 1] ?? null, next: all[at + 1] ?? null }
}

/** True between the two seconds; a last half second is not worth a button. */
export function canSkipIntro(intro: { start: number; end: number } | null, time: number): boolean {
  return intro !== null && time >= intro.start && time < intro.end - 0.5
}
