/** Selects audio and captions of a newly loaded title: the stored choice, else the language of the page. */
import type { Engine, Tracks } from './engine.ts'
import { preferences } from './preferences.store.ts'
import { preferredAudio, preferredCaption } from './tracks.ts'

export function createInitialTrackSelection(language: string, engine: () => Engine | null) {
  let selected = { audio: false, caption: false }

  function select(tracks: Tracks) {
    const stored = preferences()
    const audio = preferredAudio(tracks.audio, stored.audio, language)
    if (!selected.audio && tracks.audio.length > 0) {
      selected.audio = true
      if (audio) engine()?.selectAudio(audio.id)
    }
    if (selected.caption || tracks.captions.length === 0) return
    selected.caption = true
    const caption = preferredCaption(tracks.captions, {
      stored: stored.caption,
      audioLanguage: (audio ?? tracks.audio[0])?.language ?? '',
      pageLanguage: language,
    })
    engine()?.selectCaption(caption?.id ?? null)
  }

  return {
    /** The engine announces tracks in parts, so each kind is selected once per title. */
    select,
    reset() {
      selected = { audio: false, caption: false }
    },
  }
}
