/** Converts tracks and qualities of hls.js for the player. Browser only. */
import type HlsPlayer from 'hls.js'
import type { MediaPlaylist } from 'hls.js'
import type { EngineHost, Selection, Tracks } from './engine.ts'

/**
 * Returns the tracks. Forced captions cannot be selected and are not listed. Qualities are those between which hls.js
 * switches automatically: one set of codecs and one dynamic range.
 */
export function hlsTracks(hls: HlsPlayer): Tracks {
  const now = hls.levels[hls.loadLevel] ?? hls.levels[hls.firstLevel]
  return {
    audio: hls.audioTracks.map(named),
    captions: hls.subtitleTracks.map(named).filter((_, at) => !hls.subtitleTracks[at]?.forced),
    qualities: hls.levels.flatMap(({ codecSet, videoRange, height, bitrate }, index) =>
      codecSet === now?.codecSet && videoRange === now.videoRange
        ? [{ id: String(index), height, bitrate }]
        : [],
    ),
  }
}

const KINDS = [
  ['describes-video', 'description'],
  ['auxiliary', 'commentary'],
  ['transcribes', 'sdh'],
] as const

function named({ lang, name, characteristics }: MediaPlaylist, index: number) {
  const kind = KINDS.find(([sign]) => characteristics?.includes(sign))?.[1]
  return { id: String(index), language: lang ?? '', name, kind }
}

export function emitSelection(hls: HlsPlayer, host: EngineHost): void {
  const at = (index: number) => (index < 0 ? null : String(index))
  const caption = at(hls.subtitleTrack)
  const isForced = hls.subtitleTracks[hls.subtitleTrack]?.forced
  const selection: Selection = {
    audio: at(hls.audioTrack),
    caption: isForced ? null : caption,
    forced: isForced ? caption : null,
    quality: hls.autoLevelEnabled ? null : at(hls.nextLevel),
    height: hls.levels[hls.currentLevel]?.height ?? 0,
  }
  host.emit({ type: 'selection', selection })
}

/** Selects captions. @param id null shows only captions that are forced in the language of the sound */
export function selectHlsCaptions(hls: HlsPlayer, id: string | null): void {
  const language = hls.audioTracks[hls.audioTrack]?.lang
  const forced = () =>
    hls.subtitleTracks.findIndex(track => track.forced && track.lang === language)
  hls.subtitleTrack = id === null ? forced() : Number(id)
  hls.subtitleDisplay = hls.subtitleTrack >= 0
}

/**
 * Updates forced captions. Call it when tracks are added or the sound changes; captions that the viewer chose are kept.
 */
export function updateForcedCaptions(hls: HlsPlayer): void {
  const current = hls.subtitleTracks[hls.subtitleTrack]
  if (!current || current.forced) selectHlsCaptions(hls, null)
}
