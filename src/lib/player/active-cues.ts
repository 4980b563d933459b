/** The captions that stand now, from what the engine has parsed so far. Runs in a browser alone. */
import { atom } from 'nanostores'
import { type Cue, cuesAt, mergeCues } from './cues.ts'

/** `timeupdate` comes every quarter of a second: what changes sooner gets a timer of its own. */
const SOON_SECONDS = 0.3

export function createActiveCues(video: HTMLVideoElement, chosen: () => string | null) {
  const $cues = atom<Cue[]>([])
  const known = new Map<string, Cue[]>()
  let timer: number | undefined

  function show() {
    window.clearTimeout(timer)
    const id = chosen()
    const track = id === null ? [] : (known.get(id) ?? [])
    const now = video.currentTime
    const active = cuesAt(track, now)
    const shown = $cues.get()
    const isSame = active.length === shown.length && active.every((cue, at) => cue === shown[at])
    if (!isSame) $cues.set(active)
    if (!video.paused) wakeAtNext(track, now)
  }

  function wakeAtNext(track: Cue[], now: number) {
    const borders = track.flatMap(({ start, end }) => [start, end]).filter(time => time > now)
    const wait = (Math.min(...borders) - now) / video.playbackRate
    if (wait < SOON_SECONDS) timer = window.setTimeout(show, wait * 1_000 + 5)
  }

  return {
    $cues,
    show,
    add(captionId: string, cues: Cue[]) {
      known.set(captionId, mergeCues(known.get(captionId) ?? [], cues))
      show()
    },
    clear() {
      known.clear()
      show()
    },
    stop: () => window.clearTimeout(timer),
  }
}
