/** Converts events of the media element to events of the player state. Browser only. */
import type { PlayerEvent } from './player-state.ts'

const FORWARDED = [
  'play',
  'playing',
  'pause',
  'waiting',
  'ended',
  'seeking',
  'seeked',
  'canplay',
] as const

/** Dispatches the element's events to the player state until the signal aborts. */
export function forwardMediaEvents(
  video: HTMLVideoElement,
  signal: AbortSignal,
  dispatch: (event: PlayerEvent) => void,
) {
  for (const type of FORWARDED) video.addEventListener(type, () => dispatch({ type }), { signal })
  const volume = () =>
    dispatch({ type: 'volume', volume: video.volume, isMuted: video.muted || video.volume === 0 })
  video.addEventListener('volumechange', volume, { signal })
  video.addEventListener('ratechange', () => dispatch({ type: 'rate', rate: video.playbackRate }), {
    signal,
  })
  volume()
}
