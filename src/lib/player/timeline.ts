/** A store of the media's timeline, and seeking on it. Browser only. */
import { atom } from 'nanostores'

/** Seconds of the media. The window of a live stream starts later than 0. */
export interface Timeline {
  start: number
  end: number
  time: number
  /** End of the buffered range around the playhead. */
  bufferedEnd: number
}

const emptyTimeline: Timeline = { start: 0, end: 0, time: 0, bufferedEnd: 0 }

export function createTimeline(video: HTMLVideoElement, liveEdge: () => number | null) {
  const $timeline = atom<Timeline>(emptyTimeline)

  /** A time in seconds that was asked for before the duration was known. */
  let requested: number | null = null

  function update() {
    const { start, end } = timelineOf(video, liveEdge())
    if (requested !== null && end > start) {
      const time = Math.min(Math.max(requested, start), end > 1 ? end - 0.05 : end)
      // A receiver reports the seek at once, which updates the timeline again.
      requested = null
      video.currentTime = time
    }
    $timeline.set(timelineOf(video, liveEdge()))
  }

  return {
    $timeline,
    update,
    /** Seeks to this time in seconds, or to the nearer end; before the duration is known, as soon as it is. */
    seek(time: number) {
      requested = time
      update()
    },
  }
}

/** Returns the position of a time on the timeline, as a CSS percentage. */
export function timelineShare({ start, end }: Timeline, time: number): string {
  if (!(end > start)) return '0%'
  return `${Math.min(100, Math.max(0, ((time - start) / (end - start)) * 100))}%`
}

/** @param liveEdge null if the stream is not live */
function timelineOf(video: HTMLVideoElement, liveEdge: number | null): Timeline {
  const { currentTime: time, duration, seekable } = video
  const bufferedEnd = time + bufferedAhead(video)
  if (liveEdge === null) {
    return { start: 0, end: Number.isFinite(duration) ? duration : 0, time, bufferedEnd }
  }
  const start = seekable.length > 0 ? seekable.start(0) : 0
  return { start, end: Math.max(liveEdge, time), time, bufferedEnd }
}

/** Returns the seconds buffered without a gap ahead of the playhead. */
export function bufferedAhead({ buffered, currentTime }: HTMLMediaElement): number {
  for (let index = 0; index < buffered.length; index++) {
    const hasStarted = buffered.start(index) <= currentTime + 0.1
    if (hasStarted && currentTime < buffered.end(index)) return buffered.end(index) - currentTime
  }
  return 0
}
