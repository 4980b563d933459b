/** Plays the advert before a title in the title's own video element and reports its events. */
import type { PlaybackDescriptor } from '#src/contract/player.ts'
import { ADVERT_START_TIMEOUT_MS, createAdvertTracker } from './advert-tracking.ts'

type Advert = NonNullable<PlaybackDescriptor['advert']>

interface PrerollHost {
  report(url: string): void
  load(manifestUrl: string): void
  /** True while the element plays the advert. */
  isActive(): boolean
  onFinished(): void
}

export function createPreroll(host: PrerollHost) {
  let tracker = createAdvertTracker({}, host.report)
  let startTimeout: number | undefined

  function finish(outcome: 'completed' | 'skipped' | 'failed') {
    if (!host.isActive()) return
    cancelTimeout()
    tracker[outcome]()
    host.onFinished()
  }

  function cancelTimeout() {
    window.clearTimeout(startTimeout)
  }

  return {
    begin(advert: Advert) {
      tracker = createAdvertTracker(advert.events, host.report)
      host.load(advert.manifest_url)
      startTimeout = window.setTimeout(() => finish('failed'), ADVERT_START_TIMEOUT_MS)
    },
    started() {
      cancelTimeout()
      tracker.started()
    },
    progress: (time: number, duration: number) => tracker.progress(time, duration),
    clicked: () => tracker.clicked(),
    finish,
    /** Used when autoplay is blocked: the advert waits for the viewer's gesture without a time limit. */
    cancelTimeout,
  }
}
