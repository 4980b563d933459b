/**
 * Keeps an audio book playing while its listener browses: each page starts a new playback at the position of the
 * previous one.
 */
import { barePath, pathLanguage } from '../i18n/languages.ts'
import { loadT } from '../i18n/load.ts'
import { type AudioBookPlayer, createAudioBookPlayer } from '../player/audio-book-player.ts'
import { FAILURES } from '../player/failure.ts'
import { openMediaSession } from '../player/media-session.ts'
import { urlAtPosition } from '../player/start-position.ts'
import { $session } from '../session/session.store.ts'
import { isTvMode } from '../tv/tv.ts'
import { type Bar, createBar } from './bar-elements.ts'
import {
  clearListening,
  currentViewerKey,
  type Listening,
  readListening,
  resumesAutomatically,
  saveListening,
} from './listening.ts'

async function start(): Promise<void> {
  // The player page plays its own media.
  if (barePath(location.pathname).startsWith('/play/')) return clearListening()
  const stack = document.querySelector<HTMLElement>('.bottom-stack')
  // Pages with a payment or a vote have their own bar at the bottom.
  const isTaken = document.querySelector('.pay-bar, .survey-bar')
  const listening = readListening()
  if (!listening || !stack || isTaken || isTvMode()) return
  const language = pathLanguage(location.pathname)
  const bar = createBar(listening, language, await loadT(language, ['listening']))
  stack.insertBefore(bar.root, stack.querySelector('.bottom-bar'))
  listenIn(bar, listening)
}

function listenIn(bar: Bar, listening: Listening): void {
  const closed = new AbortController()
  const { signal } = closed
  let player: AudioBookPlayer | null = null
  let position = listening.position
  let shouldPlay = resumesAutomatically(listening, Date.now())
  let isBlocked = false
  let closeMediaSession: () => void = () => undefined

  // Must run before the player's own listener, which reports the position to the current profile.
  window.addEventListener('pagehide', leave, { signal })
  const stopFollowing = $session.listen(
    () => currentViewerKey() !== listening.viewer && close('discard'),
  )
  bar.onPress({
    toggle: () => (player ? toggle(player) : open()),
    skip: seconds => skip(seconds),
    close: () => close('destroy'),
  })
  show()
  if (shouldPlay) open()

  function open() {
    const { target, title, artwork } = listening
    player = createAudioBookPlayer(bar.audio, { target, descriptor: null }, position)
    closeMediaSession = openMediaSession(
      { title, artist: '', artwork },
      {
        play: () => player?.play(),
        pause: () => player?.pause(),
        seekbackward: () => skip(-bar.skipSeconds),
        seekforward: () => skip(bar.skipSeconds),
      },
    )
    player.$state.listen(({ failure, ...state }) => {
      if (failure && !FAILURES[failure.kind].retry) return close('discard')
      position = state.time
      shouldPlay = state.shouldPlay
      isBlocked = state.isBlocked
      if (failure) show(failure.message ?? bar.failedText, false)
      else if (isBlocked) show(bar.blockedText)
      else show()
    })
    player.play()
  }

  function toggle(opened: AudioBookPlayer) {
    if (opened.$state.get().failure) void opened.retry()
    else opened.toggle()
  }

  function skip(seconds: number) {
    if (player) return player.seek(position + seconds)
    position = Math.max(0, position + seconds)
    show()
  }

  function show(message = '', isPlaying = shouldPlay) {
    bar.show({
      isPlaying,
      message,
      href: urlAtPosition(location.origin + listening.path, position),
    })
  }

  function leave() {
    // If the signal did not remove this listener, a closed audio book would be saved and come back.
    if (signal.aborted) return
    if (currentViewerKey() !== listening.viewer) return close('discard')
    // A listener who opens the next page at once still wants to listen, and has interacted with this page.
    const isPlaying = shouldPlay || (isBlocked && resumesAutomatically(listening, Date.now()))
    saveListening({ ...listening, position, isPlaying })
    end('destroy')
  }

  function close(how: 'destroy' | 'discard') {
    clearListening()
    end(how)
  }

  function end(how: 'destroy' | 'discard') {
    closed.abort()
    stopFollowing()
    closeMediaSession()
    player?.[how]()
    player = null
    bar.root.remove()
  }
}

void start()
// A page restored from the back-forward cache continues where another page stopped.
addEventListener('pageshow', ({ persisted }) => persisted && void start())
