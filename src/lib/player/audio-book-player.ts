/** Plays an audio book in a plain audio element: the browser loads the signed file with range requests. */
import { atom, type ReadableAtom } from 'nanostores'
import { PLAYBACK } from '#src/contract/limits.ts'
import type { PlaybackDescriptor } from '#src/contract/player.ts'
import { api } from '../api/browser.ts'
import type { Chapter } from './chapters.ts'
import { isTransientFailure } from './failure.ts'
import { createHeartbeat } from './heartbeat.ts'
import {
  createPlaybackSession,
  type PlaybackFailure,
  toPlaybackFailure,
} from './playback-session.ts'
import type { PlayerPage } from './player-page.ts'
import { $preferences, preferences } from './preferences.store.ts'
import { startPositionFromQuery, withoutStartPosition } from './start-position.ts'

export interface AudioBookState {
  /** True while it is audible. */
  isPlaying: boolean
  /** True if the listener wants it to play, even if it is still loading or has failed. */
  shouldPlay: boolean
  /** True if the browser blocks playback until the user interacts with the page. */
  isBlocked: boolean
  /** Seconds. */
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
  /** Opens a new session and resumes at the current position. */
  retry(): Promise<void>
  destroy(): void
  /** Like `destroy`, but without reporting the position, which would be saved for the current user of the browser. */
  discard(): void
}

/**
 * Creates the player.
 * @param startAt start position in seconds; default: the position in the page's link, else the saved one
 */
export function createAudioBookPlayer(
  audio: HTMLAudioElement,
  { target, descriptor }: Pick<PlayerPage, 'target' | 'descriptor'>,
  startAt?: number,
): AudioBookPlayer {
  const session = createPlaybackSession(api, target, descriptor)
  const destroyed = new AbortController()
  const $chapters = atom<Chapter[]>(descriptor?.chapters ?? [])
  const fromQuery =
    startAt === undefined
      ? startPositionFromQuery(location.search, descriptor?.duration ?? null)
      : null
  const firstPosition = startAt ?? fromQuery
  const $state = atom<AudioBookState>({
    isPlaying: false,
    shouldPlay: false,
    isBlocked: false,
    time: firstPosition ?? descriptor?.start_at ?? 0,
    duration: descriptor?.duration ?? 0,
    failure: null,
  })
  let renewedUrl: string | null = null
  /** Position to seek to once the duration is known; before that, the element ignores positions. */
  let pendingPosition: number | null = firstPosition
  let hasRetried = false

  const heartbeat = createHeartbeat({
    everySeconds: PLAYBACK.heartbeatSeconds,
    now: () => ({ currentTime: $state.get().time, hasEnded: false }),
    send: async ({ currentTime }) => {
      try {
        renewedUrl = (await session.sendHeartbeat(currentTime, false))?.url ?? renewedUrl
        return true
      } catch (error) {
        const failure = toPlaybackFailure(error)
        if (!isTransientFailure(failure.kind)) fail(failure)
        return false
      }
    },
    sendLast: ({ currentTime }) => session.end(currentTime),
    setInterval: (action, milliseconds) => window.setInterval(action, milliseconds),
    clearInterval: id => window.clearInterval(id),
  })

  function update(part: Partial<AudioBookState>) {
    $state.set({ ...$state.get(), ...part })
  }

  function fail(failure: PlaybackFailure) {
    heartbeat.stop()
    update({ failure, isPlaying: false })
    audio.pause()
  }

  function load({ manifest_url, chapters }: PlaybackDescriptor, startAt: number) {
    $chapters.set(chapters)
    update({ failure: null })
    setSource(manifest_url, startAt)
  }

  function setSource(url: string, startAt: number) {
    pendingPosition = startAt
    audio.src = url
    if ($state.get().shouldPlay) play()
  }

  function applySettings() {
    if (pendingPosition !== null) audio.currentTime = pendingPosition
    pendingPosition = null
    audio.playbackRate = preferences().rate
  }

  async function open() {
    const isUsable = descriptor && $state.get().failure === null
    const opened = isUsable ? descriptor : await session.open()
    load(opened, pendingPosition ?? ($state.get().time || opened.start_at))
  }

  /** The first error may be an expired URL, so the URL is renewed once; the next error is shown. */
  async function onError() {
    const { time } = $state.get()
    if (hasRetried) return fail({ kind: 'unavailable', message: undefined, leases: [] })
    hasRetried = true
    try {
      const url = renewedUrl ?? (await session.renewUrl(time)).url
      renewedUrl = null
      setSource(url, time)
    } catch (error) {
      fail(toPlaybackFailure(error))
    }
  }

  function play() {
    update({ shouldPlay: true, isBlocked: false })
    audio.play().catch(onBlocked)
  }

  /** A new source also ends the call, with another error: the listener still wants to listen. */
  function onBlocked(error: unknown) {
    const isBlocked = error instanceof DOMException && error.name === 'NotAllowedError'
    update({ isPlaying: false, ...(isBlocked ? { shouldPlay: false, isBlocked } : {}) })
  }

  function pause() {
    update({ shouldPlay: false })
    audio.pause()
  }

  function listen() {
    const { signal } = destroyed
    const on = (type: string, action: () => void) =>
      audio.addEventListener(type, action, { signal })
    on('loadedmetadata', applySettings)
    on('timeupdate', () => pendingPosition === null && update({ time: audio.currentTime }))
    on(
      'durationchange',
      () => Number.isFinite(audio.duration) && update({ duration: audio.duration }),
    )
    on('playing', () => {
      hasRetried = false
      if (fromQuery !== null)
        history.replaceState(history.state, '', withoutStartPosition(location.href))
      update({ isPlaying: true, shouldPlay: true, isBlocked: false })
      heartbeat.start()
    })
    on('pause', () => {
      // A failure pauses the element too.
      const shouldPlay = $state.get().failure !== null && $state.get().shouldPlay
      update({ isPlaying: false, shouldPlay })
      heartbeat.pause()
    })
    on('error', () => void onError())
    window.addEventListener('pagehide', () => heartbeat.end(), { signal })
  }

  function close() {
    destroyed.abort()
    audio.removeAttribute('src')
    audio.load()
  }

  listen()
  open().catch(error => fail(toPlaybackFailure(error)))

  return {
    $state,
    $chapters,
    play,
    pause,
    toggle: () => ($state.get().shouldPlay ? pause() : play()),
    seek(time) {
      const { duration } = $state.get()
      const to = Math.max(0, duration > 0 ? Math.min(time, duration - 0.1) : time)
      if (audio.readyState === audio.HAVE_NOTHING) pendingPosition = to
      else audio.currentTime = to
      update({ time: to })
    },
    setRate(rate) {
      audio.playbackRate = rate
      $preferences.setKey('rate', rate)
    },
    async retry() {
      hasRetried = false
      const { time } = $state.get()
      try {
        const opened = await session.open()
        update({ shouldPlay: true })
        load(opened, time)
      } catch (error) {
        fail(toPlaybackFailure(error))
      }
    },
    destroy() {
      heartbeat.end()
      close()
    },
    discard() {
      heartbeat.stop()
      close()
    },
  }
}
