/** Plays an audio book in a plain audio element: the browser loads the signed file with range requests. */
import { atom, type ReadableAtom } from 'nanostores'
import { PLAYBACK } from '#src/contract/limits.ts'
import type { PlaybackDescriptor } from '#src/contract/player.ts'
import { api } from '../api/browser.ts'
import type { Chapter } from './chapters.ts'
import { isTransient } from './failure.ts'
import { createHeartbeat } from './heartbeat.ts'
import {
  createPlaybackSession,
  type PlaybackFailure,
  playbackFailureOf,
} from './playback-session.ts'
import type { PlayerPage } from './player-page.ts'
import { $preferences, preferences } from './preferences.store.ts'
import { startPositionFromQuery, withoutStartPosition } from './start-position.ts'

export interface AudioBookState {
  isPlaying: boolean
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
  /** Opens a new session and plays on from the current position. */
  retry(): Promise<void>
  destroy(): void
  /** Like `destroy`, without a report of the position: it would be saved for whoever uses the browser now. */
  discard(): void
}

/** @param startAt seconds; without it, the second of the page's link counts, else the saved position */
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
    time: firstPosition ?? descriptor?.start_at ?? 0,
    duration: descriptor?.duration ?? 0,
    failure: null,
  })
  let renewedUrl: string | null = null
  let hasRetried = false

  const heartbeat = createHeartbeat({
    everySeconds: PLAYBACK.heartbeatSeconds,
    now: () => ({ currentTime: audio.currentTime, hasEnded: false }),
    send: async ({ currentTime }) => {
      try {
        renewedUrl = (await session.sendHeartbeat(currentTime, false))?.url ?? renewedUrl
      } catch (error) {
        const failure = playbackFailureOf(error)
        if (!isTransient(failure.kind)) fail(failure)
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
    audio.pause()
    update({ failure, isPlaying: false })
  }

  function load({ manifest_url, chapters }: PlaybackDescriptor, startAt: number) {
    $chapters.set(chapters)
    update({ failure: null })
    setSource(manifest_url, startAt)
  }

  function setSource(url: string, startAt: number) {
    audio.src = url
    const applySettings = () => {
      audio.currentTime = startAt
      audio.playbackRate = preferences().rate
    }
    const { signal } = destroyed
    audio.addEventListener('loadedmetadata', applySettings, { once: true, signal })
  }

  async function open() {
    const isUsable = descriptor && $state.get().failure === null
    const opened = isUsable ? descriptor : await session.open()
    load(opened, firstPosition ?? ($state.get().time || opened.start_at))
  }

  /** The first error may be an expired URL, so it is renewed once; the next error is shown. */
  async function onError() {
    const { time, isPlaying: wasPlaying } = $state.get()
    if (hasRetried) return fail({ kind: 'unavailable', message: undefined, leases: [] })
    hasRetried = true
    try {
      const url = renewedUrl ?? (await session.renewUrl(time)).url
      renewedUrl = null
      setSource(url, time)
      if (wasPlaying) play()
    } catch (error) {
      fail(playbackFailureOf(error))
    }
  }

  function play() {
    audio.play().catch(() => update({ isPlaying: false }))
  }

  function listen() {
    const { signal } = destroyed
    const on = (type: string, action: () => void) =>
      audio.addEventListener(type, action, { signal })
    on('timeupdate', () => update({ time: audio.currentTime }))
    on(
      'durationchange',
      () => Number.isFinite(audio.duration) && update({ duration: audio.duration }),
    )
    on('playing', () => {
      hasRetried = false
      if (fromQuery !== null)
        history.replaceState(history.state, '', withoutStartPosition(location.href))
      update({ isPlaying: true })
      heartbeat.start()
    })
    on('pause', () => {
      update({ isPlaying: false })
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
  open().catch(error => fail(playbackFailureOf(error)))

  return {
    $state,
    $chapters,
    play,
    pause: () => audio.pause(),
    toggle: () => (audio.paused ? play() : audio.pause()),
    seek(time) {
      const { duration } = $state.get()
      audio.currentTime = Math.min(Math.max(0, time), duration > 0 ? duration - 0.1 : time)
      update({ time: audio.currentTime })
    },
    setRate(rate) {
      audio.playbackRate = rate
      $preferences.setKey('rate', rate)
    },
    async retry() {
      hasRetried = false
      const { time } = $state.get()
      try {
        load(await session.open(), time)
        play()
      } catch (error) {
        fail(playbackFailureOf(error))
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
