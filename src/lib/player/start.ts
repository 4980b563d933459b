/** One player an element, whatever mounts and unmounts around it. */
import { PLAYBACK } from '#src/contract/limits.ts'
import type { Playback as Offer } from '#src/contract/player.ts'
import { api } from '../api/browser.ts'
import type { Language } from '../i18n/languages.ts'
import { createPlayer } from './player.ts'
import { startFromQuery } from './resume.ts'
import type { Player } from './verbs.ts'
import { createWatch, type Target } from './watch.ts'

export interface Viewing {
  target: Target
  /** null lets the player ask by itself. */
  offer: Offer | null
  language: Language
  isTv: boolean
}

interface Running {
  player: Player
  fileId: string
}

const running = new WeakMap<HTMLVideoElement, Running>()

/** The element's player; another file ends the one before and begins anew. */
export function playerOn(video: HTMLVideoElement, viewing: Viewing): Player {
  const found = running.get(video)
  if (found?.fileId === viewing.target.fileId) return found.player
  found?.player.destroy()
  const player = createPlayer({
    video,
    watch: createWatch(api, viewing.target, viewing.offer),
    offer: viewing.offer,
    startAt: startFromQuery(location.search, viewing.offer?.duration ?? null),
    language: viewing.language,
    isTv: viewing.isTv,
    heartbeatSeconds: PLAYBACK.heartbeatSeconds,
    report: url => void fetch(url, { method: 'POST', keepalive: true }).catch(() => {}),
  })
  delete video.dataset.early
  running.set(video, { player, fileId: viewing.target.fileId })
  return player
}

export function endPlayer(video: HTMLVideoElement) {
  running.get(video)?.player.destroy()
  running.delete(video)
}
