/** The sound and the captions of a title that has just been loaded: as chosen before, or as the page's language has it. */
import type { Engine, Tracks } from './engine.ts'
import { preferences } from './preferences.store.ts'
import { preferredAudio, preferredCaption } from './tracks.ts'

export function createInitialTrackSelection(language: string, engine: () => Engine | null) {
  let chosen = { audio: false, caption: false }

  function choose(tracks: Tracks) {
    const { audio, caption } = preferences()
    const heard = preferredAudio(tracks.audio, audio, language)
    if (!chosen.audio && tracks.audio.length > 0) {
      chosen.audio = true
      if (heard) engine()?.selectAudio(heard.id)
    }
    if (chosen.caption || tracks.captions.length === 0) return
    chosen.caption = true
    const audioLanguage = (heard ?? tracks.audio[0])?.language ?? ''
    const wanted = preferredCaption(tracks.captions, {
      remembered: caption,
      audioLanguage,
      page: language,
    })
    engine()?.selectCaption(wanted?.id ?? null)
  }

  return {
    /** Tracks come in parts; each kind is chosen once a title. */
    choose,
    anew() {
      chosen = { audio: false, caption: false }
    },
  }
}
