/** Default audio and caption tracks, and the list of qualities. */
import type { Quality, Track } from './engine.ts'

function baseLanguage(language: string) {
  return language.toLowerCase().split('-')[0] ?? ''
}

function findByLanguage<T extends Track>(tracks: T[], language: string): T | undefined {
  const exact = tracks.find(track => track.language.toLowerCase() === language.toLowerCase())
  return exact ?? tracks.find(track => baseLanguage(track.language) === baseLanguage(language))
}

/** The stored language, else the page's; undefined keeps the stream's default. */
export function preferredAudio(tracks: Track[], stored: string, pageLanguage: string) {
  const found = stored ? findByLanguage(tracks, stored) : undefined
  return found ?? findByLanguage(tracks, pageLanguage)
}

interface CaptionPreference {
  /** A language, `off`, or empty where the viewer has not chosen yet. */
  stored: string
  audioLanguage: string
  pageLanguage: string
}

/** Without a stored choice, captions are on where the audio is not in the page's language. */
export function preferredCaption(
  tracks: Track[],
  { stored, audioLanguage, pageLanguage }: CaptionPreference,
): Track | null {
  if (stored === 'off') return null
  if (stored) return findByLanguage(tracks, stored) ?? null
  if (!audioLanguage || baseLanguage(audioLanguage) === baseLanguage(pageLanguage)) return null
  return findByLanguage(tracks, pageLanguage) ?? null
}

/** One entry per height, with its highest bitrate; the highest first. */
export function qualityOptions(qualities: Quality[]): Quality[] {
  const best = new Map<number, Quality>()
  for (const quality of qualities) {
    const other = best.get(quality.height)
    if (!other || other.bitrate < quality.bitrate) best.set(quality.height, quality)
  }
  return [...best.values()].sort((a, b) => b.height - a.height)
}
