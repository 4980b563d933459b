/** What a stream offers and what of it is chosen, heard and read now. Runs in a browser alone. */
import { atom } from 'nanostores'
import { createActiveCues } from './active-cues.ts'
import type { Engine, EngineEvent, Selection, Tracks } from './engine.ts'
import { createInitialTrackSelection } from './initial-tracks.ts'

const noTracks: Tracks = { audio: [], captions: [], qualities: [] }
const nothing: Selection = { audio: null, caption: null, quality: null, height: 0 }

type Shown = Extract<EngineEvent, { type: 'tracks' | 'selection' | 'cues' }>

export function createTrackState(
  video: HTMLVideoElement,
  language: string,
  engine: () => Engine | null,
) {
  const $tracks = atom<Tracks>(noTracks)
  const $selection = atom<Selection>(nothing)
  const captions = createActiveCues(video, () => $selection.get().caption)
  const initialTracks = createInitialTrackSelection(language, engine)

  function take(event: Shown) {
    if (event.type === 'cues') return captions.add(event.captionId, event.cues)
    if (event.type === 'tracks') {
      $tracks.set(event.tracks)
      return initialTracks.choose(event.tracks)
    }
    $selection.set(event.selection)
    captions.show()
  }

  return {
    $tracks,
    $selection,
    $cues: captions.$cues,
    take,
    showCaptions: captions.show,
    /** Another title comes into the element. */
    anew() {
      initialTracks.anew()
      captions.clear()
    },
    stop: captions.stop,
  }
}
