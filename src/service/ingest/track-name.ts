/** Names of tracks, of which a language has more than one kind. */
import { LANGUAGES } from '#src/contract/languages.ts'
import type { TrackKind } from '#src/contract/track-kinds.ts'
import { getT } from '#src/lib/i18n/i18n.ts'
import { nameOf } from './language-name.ts'

export interface TrackId {
  language: string
  /** Undefined for the usual track of the language. */
  kind?: TrackKind | undefined
}

export interface Named extends TrackId {
  title: string
}

/** Without what else is known of the track. */
export const idOf = ({ language, kind }: TrackId): TrackId => ({
  language,
  ...(kind ? { kind } : {}),
})

/** Of files and folders; no other track of its type has the same. */
export const keyOf = ({ language, kind }: TrackId) => (kind ? `${language}-${kind}` : language)

/** The language in that language, and its kind in a language of the site; English beside one that the site does not have. */
export function named({ language, kind }: TrackId): Named {
  const name = nameOf(language)
  if (!kind) return { language, title: name }
  const t = getT(LANGUAGES.find(it => it === language) ?? 'en')
  return { language, kind, title: t(`player.track.${kind}`, { name }) }
}

/** Those that can be chosen. */
export function listedCaptions<Track extends TrackId>(tracks: readonly Track[]): Track[] {
  return tracks.filter(({ kind }) => kind !== 'forced')
}

/** Without doubles, in their order. */
export function languagesOf(tracks: readonly TrackId[]): string[] {
  return [...new Set(listedCaptions(tracks).map(({ language }) => language))]
}
