/** Reports an advert's VAST tracking events, each once, driven by the media time. */
type TrackingUrls = Record<string, string[]>

interface AdvertTracker {
  started(): void
  /** Seconds on the advert's own timeline. */
  progress(time: number, duration: number): void
  completed(): void
  skipped(): void
  clicked(): void
  failed(): void
}

const QUARTILES = [
  ['firstQuartile', 0.25],
  ['midpoint', 0.5],
  ['thirdQuartile', 0.75],
] as const

/** An advert without a first frame after this time is skipped, and the title starts. */
export const ADVERT_START_TIMEOUT_MS = 3_000

export function createAdvertTracker(
  urls: TrackingUrls,
  report: (url: string) => void,
): AdvertTracker {
  const sent = new Set<string>()

  function send(...events: string[]) {
    for (const event of events) {
      if (sent.has(event)) continue
      sent.add(event)
      for (const url of urls[event] ?? []) report(url)
    }
  }

  return {
    started: () => send('impression', 'start'),
    progress(time, duration) {
      if (!(duration > 0) || !sent.has('start')) return
      for (const [event, share] of QUARTILES) if (time >= duration * share) send(event)
    },
    completed() {
      if (!sent.has('skip')) send('firstQuartile', 'midpoint', 'thirdQuartile', 'complete')
    },
    skipped() {
      if (!sent.has('complete')) send('skip')
    },
    clicked: () => send('click'),
    failed: () => send('error'),
  }
}

/** Returns whole seconds until the advert can be skipped; null if it can never be skipped. */
export function secondsUntilSkip(skipAfter: number | null, time: number): number | null {
  return skipAfter === null ? null : Math.max(0, Math.ceil(skipAfter - time))
}
