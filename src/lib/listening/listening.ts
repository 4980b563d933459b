/** The audio book of this tab that goes on while its listener browses, in sessionStorage. Browser only. */
import type { ReadableAtom } from 'nanostores'
import type { AudioBookState } from '../player/audio-book-player.ts'
import type { PlaybackTarget } from '../player/playback-session.ts'
import type { PlayerPage } from '../player/player-page.ts'
import { readState, sessionKey } from '../session/state.ts'
import { LISTENING_KEY } from './listening-key.ts'

export interface Listening {
  target: PlaybackTarget
  title: string
  /** URL of the cover. */
  artwork: string | null
  /** Of the player page. */
  path: string
  /** Seconds. */
  position: number
  /** Whether its listener wants it to sound: it may have been left before it did. */
  isPlaying: boolean
  /** Of the user and the profile that listen. */
  viewer: string
  /** When it was saved, in milliseconds. */
  savedAt: number
}

/** The next page goes on by itself when it comes this soon. */
const RESUME_WITHIN_MS = 60_000

export function viewerNow(): string {
  return sessionKey(readState(document.cookie))
}

/** Null where there is none, where what is stored is invalid, and for another profile; the latter two are removed. */
export function readListening(): Listening | null {
  const stored = parse(sessionStorage.getItem(LISTENING_KEY))
  if (stored?.viewer === viewerNow()) return stored
  clearListening()
  return null
}

export function saveListening(listening: Omit<Listening, 'savedAt'>): void {
  try {
    sessionStorage.setItem(LISTENING_KEY, JSON.stringify({ ...listening, savedAt: Date.now() }))
  } catch {
    // Storage is full or blocked: the next page is silent, and the service has the position.
  }
}

export function clearListening(): void {
  sessionStorage.removeItem(LISTENING_KEY)
}

export function resumesByItself({ isPlaying, savedAt }: Listening, now: number): boolean {
  return isPlaying && now - savedAt < RESUME_WITHIN_MS
}

/** Saves what plays when its page is left; returns what stops that. */
export function saveListeningOnExit(
  { target, title, artwork }: Pick<PlayerPage, 'target' | 'title' | 'artwork'>,
  $state: ReadableAtom<AudioBookState>,
): () => void {
  const viewer = viewerNow()
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
