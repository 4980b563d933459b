/** Names of tracks if a language has more than one kind. */
import { LANGUAGES } from '#src/contract/languages.ts'
import type { TrackKind } from '#src/contract/track-kinds.ts'
import { getT } from '#src/lib/i18n/i18n.ts'

export interface TrackId {
  language: string
  /** Undefined for the main track of the language. */
  kind?: TrackKind | undefined
}

export interface Named extends TrackId {
  title: string
}

/** Reduces a track to its id. */
export const toTrackId = ({ language, kind }: TrackId): TrackId => ({
  language,
  ...(kind ? { kind } : {}),
})

/** Returns a key for files and folders, unique among tracks of one type. */
export const trackKey = ({ language, kind }: TrackId) => (kind ? `${language}-${kind}` : language)

/** Returns the language in that language, and the kind in a language of the site, else in English. */
export function describeTrack({ language, kind }: TrackId): Named {
  const name = languageSelfName(language)
  if (!kind) return { language, title: name }
  const t = getT(LANGUAGES.find(it => it === language) ?? 'en')
  return { language, kind, title: t(`player.track.${kind}`, { name }) }
}

/** Returns the captions that can be selected. */
export function selectableCaptions<Track extends TrackId>(tracks: readonly Track[]): Track[] {
  return tracks.filter(({ kind }) => kind !== 'forced')
}

/** Returns the languages without duplicates, in order. */
export function trackLanguages(tracks: readonly TrackId[]): string[] {
  return [...new Set(selectableCaptions(tracks).map(({ language }) => language))]
}

/** Returns the name of a language in that language. */
function languageSelfName(language: string): string {
  return new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language
}
