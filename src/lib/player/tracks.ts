/** Which track to play when nobody has chosen one, and how qualities are offered. */
import type { Quality, Track } from './engine.ts'

function base(language: string) {
  return language.toLowerCase().split('-')[0] ?? ''
}

export function findByLanguage<T extends Track>(tracks: T[], language: string): T | undefined {
  const exact = tracks.find(track => track.language.toLowerCase() === language.toLowerCase())
  return exact ?? tracks.find(track => base(track.language) === base(language))
}

/** The remembered language, then the page's; undefined leaves the stream's own default. */
export function preferredAudio(tracks: Track[], remembered: string, page: string) {
  if (remembered) {
    const found = findByLanguage(tracks, remembered)
    if (found) return found
  }
  return findByLanguage(tracks, page)
}

/**
 * The remembered captions. `off` stays off; when nobody has chosen yet, captions come on by themselves
 * where the sound is in another language than the page.
 */
export function preferredCaption(
  tracks: Track[],
  wanted: { remembered: string; audioLanguage: string; page: string },
): Track | null {
  if (wanted.remembered === 'off') return null
  if (wanted.remembered) return findByLanguage(tracks, wanted.remembered) ?? null
  if (!wanted.audioLanguage || base(wanted.audioLanguage) === base(wanted.page)) return null
  return findByLanguage(tracks, wanted.page) ?? null
}

/** One entry a height, the best bitrate of it, highest first. */
export function qualityOptions(qualities: Quality[]): Quality[] {
  const best = new Map<number, Quality>()
  for (const quality of qualities) {
    const known = best.get(quality.height)
    if (!known || known.bitrate < quality.bitrate) best.set(quality.height, quality)
  }
  return [...best.values()].sort((a, b) => b.height - a.height)
}

export const RATES = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2] as const

/** The next faster or slower step; stays at the ends. */
export function stepRate(rate: number, direction: 1 | -1): number {
  const index = RATES.findIndex(step => step >= rate)
  const at = index < 0 ? RATES.length - 1 : index
  const wanted = direction > 0 && RATES[at] !== rate ? at : at + direction
  return RATES[Math.min(RATES.length - 1, Math.max(0, wanted))] ?? 1
}
