/** An audio book over a plain audio element: no engine, the browser loads the signed file by ranges. */
import { atom, type ReadableAtom } from 'nanostores'
import { PLAYBACK } from '#src/contract/limits.ts'
import type { PlaybackDescriptor } from '#src/contract/player.ts'
import { api } from '../api/browser.ts'
import type { Chapter } from './audio-book.ts'
import { createHeartbeat } from './heartbeat.ts'
import {
  createPlaybackSession,
  type PlaybackFailure,
  playbackFailureOf,
} from './playback-session.ts'
import type { PlayerPage } from './player-page.ts'
import { $preferences, preferences } from './preferences.store.ts'

export interface AudioBookState {
  isPlaying: boolean
  time: number
  duration: number
  failure: PlaybackFailure | null
}

export interface AudioBookPlayer {
  $state: ReadableAtom<AudioBookState>
  $chapters: ReadableAtom<Chapter[]>
  play(): void
  pause(): void
  toggle(): void
  seek(time: number): void
  setRate(rate: number): void
  retry(): Promise<void>
  destroy(): void
}

export function createAudioBookPlayer(
  audio: HTMLAudioElement,
  { target, descriptor }: PlayerPage,
): AudioBookPlayer {
  const session = createPlaybackSession(api, target, descriptor)
  const gone = new AbortController()
  const $chapters = atom<Chapter[]>(descriptor?.chapters ?? [])
  const $state = atom<AudioBookState>({
    isPlaying: false,
    time: descriptor?.start_at ?? 0,
    duration: descriptor?.duration ?? 0,
    failure: null,
  })
  let renewed: string | null = null
  let hasRetried = false

  const heart = createHeartbeat({
    everySeconds: PLAYBACK.heartbeatSeconds,
    now: () => ({ currentTime: audio.currentTime, hasEnded: false }),
    send: async ({ currentTime }) => {
      try {
        renewed = (await session.beat(currentTime, false))?.url ?? renewed
      } catch (error) {
        const refused = playbackFailureOf(error)
        if (!['offline', 'unavailable', 'unknown'].includes(refused.kind)) fail(refused)
      }
    },
    sendLast: ({ currentTime }) => session.leave(currentTime),
    setInterval: (action, milliseconds) => window.setInterval(action, milliseconds),
    clearInterval: id => window.clearInterval(id),
  })

  function change(part: Partial<AudioBookState>) {
    $state.set({ ...$state.get(), ...part })
  }

  function fail(failure: PlaybackFailure) {
    heart.stop()
    audio.pause()
    change({ failure, isPlaying: false })
  }

  function load({ manifest_url, chapters }: PlaybackDescriptor, at: number) {
    $chapters.set(chapters)
    change({ failure: null })
    source(manifest_url, at)
  }

  function source(url: string, at: number) {
    audio.src = url
    audio.addEventListener('loadedmetadata', () => begin(at), { once: true, signal: gone.signal })
  }

  function begin(at: number) {
    audio.currentTime = at
    audio.playbackRate = preferences().rate
  }

  async function open() {
    const opened = descriptor && $state.get().failure === null ? descriptor : await session.open()
    load(opened, $state.get().time || opened.start_at)
  }

  /** An address that has run out is taken anew once; then the words for it, with the second kept. */
  async function onError() {
    const at = $state.get().time
    if (hasRetried) return fail({ kind: 'unavailable', message: undefined, leases: [] })
    hasRetried = true
    const wasPlaying = $state.get().isPlaying
    try {
      const url = renewed ?? (await session.refresh(at)).url
      renewed = null
      source(url, at)
      if (wasPlaying) play()
    } catch (error) {
      fail(playbackFailureOf(error))
    }
  }

  function play() {
    audio.play().catch(() => change({ isPlaying: false }))
  }

  const on = (type: string, action: () => void) =>
    audio.addEventListener(type, action, { signal: gone.signal })
  on('timeupdate', () => change({ time: audio.currentTime }))
  on(
    'durationchange',
    () => Number.isFinite(audio.duration) && change({ duration: audio.duration }),
  )
  on('playing', () => {
    hasRetried = false
    change({ isPlaying: true })
    heart.start()
  })
  on('pause', () => {
    change({ isPlaying: false })
    heart.pause()
  })
  on('error', () => void onError())
  window.addEventListener('pagehide', () => heart.leave(), { signal: gone.signal })
  open().catch(error => fail(playbackFailureOf(error)))

  return {
    $state,
    $chapters,
    play,
    pause: () => audio.pause(),
    toggle: () => (audio.paused ? play() : audio.pause()),
    seek(time) {
      const end = $state.get().duration
      audio.currentTime = Math.min(Math.max(0, time), end > 0 ? end - 0.1 : time)
      change({ time: audio.currentTime })
    },
    setRate(rate) {
      audio.playbackRate = rate
      $preferences.setKey('rate', rate)
    },
    async retry() {
      hasRetried = false
      const at = $state.get().time
      try {
        load(await session.open(), at)
        play()
      } catch (error) {
        fail(playbackFailureOf(error))
      }
    },
    destroy() {
      heart.leave()
      gone.abort()
      audio.removeAttribute('src')
      audio.load()
    },
  }
}
