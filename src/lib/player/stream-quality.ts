/** Playback quality for the operator's statistics: interruptions, their seconds, and failures since the last report. */
export interface StreamQuality {
  rebuffers?: number
  rebuffer_seconds?: number
  failures?: number
}

/** Maximum of each count in the contract of the heartbeat. */
const MOST = 100
const MOST_SECONDS = 600

export function countInterruptions(video: HTMLMediaElement, now = () => performance.now()) {
  let rebuffers = 0
  let milliseconds = 0
  let failures = 0
  let since: number | null = null
  const stopped = new AbortController()
  const { signal } = stopped

  function settle() {
    if (since !== null) milliseconds += now() - since
    since = null
  }

  // Waiting for the first picture or after a seek is not an interruption.
  const onWaiting = () => {
    if (video.currentTime === 0 || video.seeking || since !== null) return
    rebuffers++
    since = now()
  }
  video.addEventListener('waiting', onWaiting, { signal })
  for (const type of ['playing', 'pause', 'seeking', 'emptied'])
    video.addEventListener(type, settle, { signal })

  return {
    failed() {
      settle()
      failures++
    },
    /** Returns the counts since the last call; empty without problems. */
    take(): StreamQuality {
      const isWaiting = since !== null
      settle()
      if (isWaiting) since = now()
      const report: StreamQuality = {}
      if (rebuffers) report.rebuffers = Math.min(rebuffers, MOST)
      if (milliseconds) report.rebuffer_seconds = Math.min(milliseconds / 1_000, MOST_SECONDS)
      if (failures) report.failures = Math.min(failures, MOST)
      rebuffers = milliseconds = failures = 0
      return report
    },
    /** Stops counting. The element may play another title, which has its own counts. */
    stop: () => stopped.abort(),
  }
}
