/** Reports an advert's events, each once, as its own clock passes them. */
export type TrackingUrls = Record<string, string[]>

export interface AdvertTracker {
  started(): void
  at(time: number, duration: number): void
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

/** The title does not wait longer than this for an advert's first frame. */
export const ADVERT_START_TIMEOUT_MS = 3_000

export function createAdvertTracker(
  events: TrackingUrls,
  report: (url: string) => void,
): AdvertTracker {
  const sent = new Set<string>()

  function send(...names: string[]) {
    for (const name of names) {
      if (sent.has(name)) continue
      sent.add(name)
      for (const url of events[name] ?? []) report(url)
    }
  }

  return {
    started: () => send('impression', 'start'),
    at(time, duration) {
      if (!(duration > 0) || !sent.has('start')) return
      for (const [name, share] of QUARTILES) if (time >= duration * share) send(name)
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

/** Seconds until skipping is allowed; null where it never is. */
export function secondsUntilSkip(skipAfter: number | null, time: number): number | null {
  return skipAfter === null ? null : Math.max(0, Math.ceil(skipAfter - time))
}
