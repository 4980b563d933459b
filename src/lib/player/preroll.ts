/** The advert before a title, in the same element: begun with patience, reported, and over in one of three ways. */
import type { PlaybackDescriptor } from '#src/contract/player.ts'
import { ADVERT_START_TIMEOUT_MS, createAdvertTracker } from './advert-tracking.ts'

type Advert = NonNullable<PlaybackDescriptor['advert']>

export interface PrerollHost {
  report(url: string): void
  load(manifestUrl: string): void
  isOn(): boolean
  /** The title's turn. */
  onOver(): void
}

export function createPreroll(host: PrerollHost) {
  let events = createAdvertTracker({}, host.report)
  let patience: number | undefined

  function end(how: 'completed' | 'skipped' | 'failed') {
    if (!host.isOn()) return
    wait()
    events[how]()
    host.onOver()
  }

  function wait() {
    window.clearTimeout(patience)
  }

  return {
    begin(advert: Advert) {
      events = createAdvertTracker(advert.events, host.report)
      host.load(advert.manifest_url)
      patience = window.setTimeout(() => end('failed'), ADVERT_START_TIMEOUT_MS)
    },
    started() {
      wait()
      events.started()
    },
    at: (time: number, duration: number) => events.at(time, duration),
    clicked: () => events.clicked(),
    end,
    /** As long as it takes: the browser wants a gesture first. */
    wait,
  }
}
