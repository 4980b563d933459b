/** Selects default audio and caption tracks, and lists the qualities. */
import type { Quality, Track } from './engine.ts'

function baseLanguage(language: string) {
  return language.toLowerCase().split('-')[0] ?? ''
}

/** Returns what is stored of a track: its language, and its kind if it has one. */
export const trackPreferenceKey = ({ language, kind }: Track) =>
  kind ? `${language}/${kind}` : language

/** Finds the track of the requested kind, else the main one. Without a kind, finds the first track of the language. */
function findTrack<T extends Track>(tracks: T[], key: string): T | undefined {
  const [language = '', kind] = key.toLowerCase().split('/')
  const same = tracks.filter(track => baseLanguage(track.language) === baseLanguage(language))
  const exact = [...same.filter(track => track.language.toLowerCase() === language), ...same]
  return exact.find(track => track.kind === kind) ?? exact.find(track => !track.kind)
}

/** Returns the track in the stored language, else in that of the page; undefined keeps the stream's default. */
export function preferredAudio(tracks: Track[], stored: string, pageLanguage: string) {
  const found = stored ? findTrack(tracks, stored) : undefined
  return found ?? findTrack(tracks, pageLanguage)
}

/** Captions for the deaf are used if there are no others. */
function findCaptions(tracks: Track[], key: string): Track | null {
  return findTrack(tracks, key) ?? findTrack(tracks, `${key}/sdh`) ?? null
}

interface CaptionPreference {
  /** A language, `off`, or empty if the viewer has not chosen yet. */
  stored: string
  audioLanguage: string
  pageLanguage: string
}

/** Returns the caption track. Without a stored choice, captions are on if the audio is not in the page's language. */
export function preferredCaption(
  tracks: Track[],
  { stored, audioLanguage, pageLanguage }: CaptionPreference,
): Track | null {
  if (stored === 'off') return null
  if (stored) return findCaptions(tracks, stored)
  if (!audioLanguage || baseLanguage(audioLanguage) === baseLanguage(pageLanguage)) return null
  return findCaptions(tracks, pageLanguage)
}

/** Returns one entry per height, with its highest bitrate; the highest first. */
export function qualityOptions(qualities: Quality[]): Quality[] {
  const best = new Map<number, Quality>()
  for (const quality of qualities) {
    const other = best.get(quality.height)
    if (!other || other.bitrate < quality.bitrate) best.set(quality.height, quality)
  }
  return [...best.values()].sort((a, b) => b.height - a.height)
}
