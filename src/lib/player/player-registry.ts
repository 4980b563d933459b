/** One player an element, whatever mounts and unmounts around it. */
import { PLAYBACK } from '#src/contract/limits.ts'
import type { PlaybackDescriptor } from '#src/contract/player.ts'
import { api } from '../api/browser.ts'
import type { Language } from '../i18n/languages.ts'
import { createPlaybackSession, type PlaybackTarget } from './playback-session.ts'
import { createPlayer } from './player.ts'
import type { Player } from './player-interface.ts'
import { startPositionFromQuery } from './start-position.ts'

export interface PlayerSource {
  target: PlaybackTarget
  /** null lets the player ask by itself. */
  descriptor: PlaybackDescriptor | null
  language: Language
  isTv: boolean
}

interface Running {
  player: Player
  fileId: string
}

const running = new WeakMap<HTMLVideoElement, Running>()

/** The element's player; another file ends the one before and begins anew. */
export function playerFor(video: HTMLVideoElement, viewing: PlayerSource): Player {
  const found = running.get(video)
  if (found?.fileId === viewing.target.fileId) return found.player
  found?.player.destroy()
  const player = createPlayer({
    video,
    session: createPlaybackSession(api, viewing.target, viewing.descriptor),
    descriptor: viewing.descriptor,
    startAt: startPositionFromQuery(location.search, viewing.descriptor?.duration ?? null),
    language: viewing.language,
    isTv: viewing.isTv,
    heartbeatSeconds: PLAYBACK.heartbeatSeconds,
    report: url => void fetch(url, { method: 'POST', keepalive: true }).catch(() => {}),
  })
  delete video.dataset.preload
  running.set(video, { player, fileId: viewing.target.fileId })
  return player
}

export function destroyPlayer(video: HTMLVideoElement) {
  running.get(video)?.player.destroy()
  running.delete(video)
}
