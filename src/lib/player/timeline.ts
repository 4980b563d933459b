/** The media element's events as the reducer's. Runs in a browser alone. */
import type { PlayerEvent } from './player-state.ts'

const PLAIN = [
  'play',
  'playing',
  'pause',
  'waiting',
  'ended',
  'seeking',
  'seeked',
  'canplay',
] as const

export function listenToMedia(
  video: HTMLVideoElement,
  signal: AbortSignal,
  dispatch: (event: PlayerEvent) => void,
) {
  for (const type of PLAIN) video.addEventListener(type, () => dispatch({ type }), { signal })
  const volume = () =>
    dispatch({ type: 'volume', volume: video.volume, isMuted: video.muted || video.volume === 0 })
  video.addEventListener('volumechange', volume, { signal })
  video.addEventListener('ratechange', () => dispatch({ type: 'rate', rate: video.playbackRate }), {
    signal,
  })
  volume()
}

export interface Position {
  /** Seconds on the media timeline; a live window begins later than 0. */
  start: number
  end: number
  time: number
  /** End of what is loaded around the playhead. */
  loaded: number
}

export const emptyTimeline: Position = { start: 0, end: 0, time: 0, loaded: 0 }

export function timelineOf(video: HTMLVideoElement, liveEdge: number | null): Position {
  const { currentTime, duration, seekable, buffered } = video
  let loaded = currentTime
  for (let index = 0; index < buffered.length; index++) {
    const isAround =
      buffered.start(index) <= currentTime + 0.1 && buffered.end(index) >= currentTime
    if (isAround) loaded = buffered.end(index)
  }
  if (liveEdge !== null) {
    const start = seekable.length > 0 ? seekable.start(0) : 0
    return { start, end: Math.max(liveEdge, currentTime), time: currentTime, loaded }
  }
  return { start: 0, end: Number.isFinite(duration) ? duration : 0, time: currentTime, loaded }
}
