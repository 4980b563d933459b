/** The audio book of this tab that keeps playing while its listener browses, in sessionStorage. Browser only. */

import type { ReadableAtom } from 'nanostores'
import type { AudioBookState } from '../player/audio-book-player.ts'
import type { PlaybackTarget } from '../player/playback-session.ts'
import type { PlayerPage } from '../player/player-page.ts'
import { readStateCookie, sessionKey } from '../session/state.ts'
import { readCookies } from '../storage/read-cookies.ts'
import { tabStorage } from '../storage/web-storage.ts'
import { LISTENING_KEY } from './listening-key.ts'

export interface Listening {
  target: PlaybackTarget
  title: string
  /** URL of the cover. */
  artwork: string | null
  /** Path of the player page. */
  path: string
  /** Seconds. */
  position: number
  /** True if the listener wants it to play, even if the page was left before playback began. */
  isPlaying: boolean
  /** User and profile that are listening. */
  viewer: string
  /** Time at which it was saved, in milliseconds. */
  savedAt: number
}

/** Playback resumes automatically if the next page opens within this time. */
const RESUME_WITHIN_MS = 60_000

export function currentViewerKey(): string {
  return sessionKey(readStateCookie(readCookies()))
}

/** Returns the stored audio book; null if there is none. Removes invalid data and the book of another profile. */
export function readListening(): Listening | null {
  const stored = parse(tabStorage.get(LISTENING_KEY))
  if (stored?.viewer === currentViewerKey()) return stored
  clearListening()
  return null
}

export function saveListening(listening: Omit<Listening, 'savedAt'>): void {
  tabStorage.set(LISTENING_KEY, JSON.stringify({ ...listening, savedAt: Date.now() }))
}

export function clearListening(): void {
  tabStorage.remove(LISTENING_KEY)
}

export function resumesAutomatically({ isPlaying, savedAt }: Listening, now: number): boolean {
  return isPlaying && now - savedAt < RESUME_WITHIN_MS
}

/** Saves the playing audio book when its page is left. Returns the function that stops this. */
export function saveListeningOnExit(
  { target, title, artwork }: Pick<PlayerPage, 'target' | 'title' | 'artwork'>,
  $state: ReadableAtom<AudioBookState>,
): () => void {
  const viewer = currentViewerKey()
  const save = () => {
    const { shouldPlay: isPlaying, failure, time } = $state.get()
    if (!isPlaying || failure) return
    const path = location.pathname
    saveListening({ target, title, artwork, path, position: time, isPlaying, viewer })
  }
  window.addEventListener('pagehide', save)
  return () => window.removeEventListener('pagehide', save)
}

function parse(text: string | null): Listening | null {
  try {
    const stored = JSON.parse(text ?? 'null') as Listening | null
    return stored && isUsable(stored) ? stored : null
  } catch {
    return null
  }
}

function isUsable({ target, title, path, position, savedAt }: Listening): boolean {
  return (
    typeof target?.contentId === 'string' &&
    typeof target.fileId === 'string' &&
    target.use === 'play' &&
    typeof title === 'string' &&
    /^\/(?!\/)/.test(path) &&
    Number.isFinite(position) &&
    Number.isFinite(savedAt)
  )
}
