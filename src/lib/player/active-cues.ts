/** The caption cues to show now, from the engine's parsed cues. Browser only. */
import { atom } from 'nanostores'
import { type Cue, cuesAt, mergeCues } from './cues.ts'

/** `timeupdate` fires about every 250 ms. A cue that starts or ends sooner gets its own timer. */
const TIMER_WITHIN_SECONDS = 0.3

export function createActiveCues(video: HTMLVideoElement, selectedCaption: () => string | null) {
  const $cues = atom<Cue[]>([])
  /** Delay of cues against the stream in seconds; negative values show them earlier. Applies to this title only. */
  const $delay = atom(0)
  const cuesOf = new Map<string, Cue[]>()
  let timer: number | undefined

  function update() {
    window.clearTimeout(timer)
    const id = selectedCaption()
    const track = id === null ? [] : (cuesOf.get(id) ?? [])
    const active = cuesAt(track, video.currentTime - $delay.get())
    const shown = $cues.get()
    const isSame = active.length === shown.length && active.every((cue, at) => cue === shown[at])
    if (!isSame) $cues.set(active)
    if (!video.paused) scheduleNext(track)
  }

  function scheduleNext(track: Cue[]) {
    const now = video.currentTime - $delay.get()
    const changes = track.flatMap(({ start, end }) => [start, end]).filter(time => time > now)
    const wait = (Math.min(...changes) - now) / video.playbackRate
    if (wait < TIMER_WITHIN_SECONDS) timer = window.setTimeout(update, wait * 1_000 + 5)
  }

  return {
    $cues,
    $delay,
    update,
    setDelay(seconds: number) {
      $delay.set(seconds)
      update()
    },
    add(captionId: string, cues: Cue[]) {
      cuesOf.set(captionId, mergeCues(cuesOf.get(captionId) ?? [], cues))
      update()
    },
    clear() {
      cuesOf.clear()
      $delay.set(0)
      update()
    },
    stop: () => window.clearTimeout(timer),
  }
}
