/** What a stream offers and what of it is chosen, heard and read now. Runs in a browser alone. */
import { atom } from 'nanostores'
import { createCueClock } from './cue-clock.ts'
import type { Engine, EngineEvent, Selection, Tracks } from './engine.ts'
import { createFirstChoice } from './first-choice.ts'

const noTracks: Tracks = { audio: [], captions: [], qualities: [] }
const nothing: Selection = { audio: null, caption: null, quality: null, height: 0 }

type Shown = Extract<EngineEvent, { type: 'tracks' | 'selection' | 'cues' }>

export function createOnScreen(
  video: HTMLVideoElement,
  language: string,
  engine: () => Engine | null,
) {
  const $tracks = atom<Tracks>(noTracks)
  const $selection = atom<Selection>(nothing)
  const captions = createCueClock(video, () => $selection.get().caption)
  const firstChoice = createFirstChoice(language, engine)

  function take(event: Shown) {
    if (event.type === 'cues') return captions.add(event.captionId, event.cues)
    if (event.type === 'tracks') {
      $tracks.set(event.tracks)
      return firstChoice.choose(event.tracks)
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
      firstChoice.anew()
      captions.clear()
    },
    stop: captions.stop,
  }
}
