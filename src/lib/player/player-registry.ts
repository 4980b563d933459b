/** Keeps one player per video element, independent of what React mounts and unmounts. */

import type { Language } from '#src/contract/languages.ts'
import { PLAYBACK } from '#src/contract/limits.ts'
import type { PlaybackDescriptor } from '#src/contract/player.ts'
import { api } from '../api/browser.ts'
import { isTvAgent } from '../tv/tv.ts'
import { createPlaybackSession, type PlaybackTarget } from './playback-session.ts'
import { createPlayer } from './player.ts'
import type { Player } from './player-interface.ts'
import { startPositionFromQuery, withoutStartPosition } from './start-position.ts'
import { countInterruptions } from './stream-quality.ts'

interface PlayerSource {
  target: PlaybackTarget
  /** Null makes the player request it. */
  descriptor: PlaybackDescriptor | null
  language: Language
}

interface Registered {
  player: Player
  fileId: string
  destroy(): void
}

const players = new WeakMap<HTMLVideoElement, Registered>()

/** Returns the element's player. For another file, a new player replaces the old one. */
export function getPlayer(
  video: HTMLVideoElement,
  { target, descriptor, language }: PlayerSource,
): Player {
  const current = players.get(video)
  if (current?.fileId === target.fileId) return current.player
  current?.destroy()
  const quality = countInterruptions(video)
  const player = createPlayer({
    video,
    session: createPlaybackSession(api, target, descriptor, quality.take),
    descriptor,
    startAt: startPositionFromQuery(location.search, descriptor?.duration ?? null),
    language,
    isTvDevice: isTvAgent(navigator.userAgent),
    heartbeatSeconds: PLAYBACK.heartbeatSeconds,
    report: url => void fetch(url, { method: 'POST', keepalive: true }).catch(() => {}),
  })
  player.$failure.listen(failure => failure && quality.failed())
  delete video.dataset.preload
  const stopListening = player.$state.listen(({ hasStarted, phase }) => {
    if (!hasStarted || phase !== 'title') return
    stopListening()
    history.replaceState(history.state, '', withoutStartPosition(location.href))
  })
  const destroy = () => {
    player.destroy()
    quality.stop()
  }
  players.set(video, { player, fileId: target.fileId, destroy })
  return player
}

export function destroyPlayer(video: HTMLVideoElement) {
  players.get(video)?.destroy()
  players.delete(video)
}
