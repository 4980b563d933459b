/** Stores for a stream's tracks, the selected ones and the active cues. Browser only. */
import { atom } from 'nanostores'
import { createActiveCues } from './active-cues.ts'
import type { Engine, EngineEvent, Selection, Tracks } from './engine.ts'
import { createInitialTrackSelection } from './initial-tracks.ts'

const noTracks: Tracks = { audio: [], captions: [], qualities: [] }
const noSelection: Selection = { audio: null, caption: null, quality: null, height: 0 }

type TrackEvent = Extract<EngineEvent, { type: 'tracks' | 'selection' | 'cues' }>

export function createTrackState(
  video: HTMLVideoElement,
  language: string,
  engine: () => Engine | null,
) {
  const $tracks = atom<Tracks>(noTracks)
  const $selection = atom<Selection>(noSelection)
  const activeCues = createActiveCues(
    video,
    () => $selection.get().caption ?? $selection.get().forced ?? null,
  )
  const initialTracks = createInitialTrackSelection(language, engine)

  function handle(event: TrackEvent) {
    if (event.type === 'cues') return activeCues.add(event.captionId, event.cues)
    if (event.type === 'tracks') {
      $tracks.set(event.tracks)
      return initialTracks.select(event.tracks)
    }
    $selection.set(event.selection)
    activeCues.update()
  }

  return {
    $tracks,
    $selection,
    $cues: activeCues.$cues,
    captionDelay: {
      $captionDelay: activeCues.$delay,
      setCaptionDelay: activeCues.setDelay,
    },
    handle,
    updateCues: activeCues.update,
    /** Must be called before another title loads into the same element. */
    reset() {
      initialTracks.reset()
      activeCues.clear()
    },
    stop: activeCues.stop,
  }
}
