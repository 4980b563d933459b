/** Decides when the next-episode card is shown, and runs its autoplay countdown. Times in seconds. */
const CARD_SECONDS_BEFORE_END = 20
export const COUNTDOWN_SECONDS = 10

type NextEpisodePrompt =
  | { kind: 'none' }
  /** Shown without a countdown, because the viewer stopped it or autoplay is off. */
  | { kind: 'waiting' }
  | { kind: 'counting'; secondsLeft: number }
  | { kind: 'due' }

interface NextEpisodeInput {
  hasNext: boolean
  time: number
  duration: number
  creditsAt: number | null
  hasEnded: boolean
  autoplay: boolean
  isStopped: boolean
}

/** Returns the state of the card. It follows the media time, so pause, speed and seeking need no special handling. */
export function nextEpisodePrompt(input: NextEpisodeInput): NextEpisodePrompt {
  if (!input.hasNext || input.duration <= 0) return { kind: 'none' }
  const from = cardStart(input.creditsAt, input.duration)
  if (!input.hasEnded && input.time < from) return { kind: 'none' }
  if (!input.autoplay || input.isStopped) return { kind: 'waiting' }
  if (input.hasEnded) return { kind: 'due' }
  const span = Math.min(COUNTDOWN_SECONDS, input.duration - from)
  const left = Math.ceil(from + span - input.time)
  return left <= 0 ? { kind: 'due' } : { kind: 'counting', secondsLeft: left }
}

function cardStart(creditsAt: number | null, duration: number) {
  if (creditsAt !== null && creditsAt > 0 && creditsAt < duration) return creditsAt
  return Math.max(0, duration - CARD_SECONDS_BEFORE_END)
}

/** True during the intro, except its last half second. */
export function canSkipIntro(intro: { start: number; end: number } | null, time: number): boolean {
  return intro !== null && time >= intro.start && time < intro.end - 0.5
}
