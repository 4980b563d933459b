/** Playback on another screen: AirPlay through the media element, and Chromecast if the page has an application id. */
import { atom } from 'nanostores'
import { makeReceiverLink } from '#src/contract/endpoints/player.ts'
import { api } from '../api/browser.ts'
import { createAirPlay } from './airplay.ts'
import { createCast } from './cast.ts'
import type { RemoteVideo } from './create-engine.ts'
import type { PlaybackTarget } from './playback-session.ts'
import type { Player } from './player-interface.ts'
import type { Remote, RemoteHost, RemoteState } from './remote.ts'

const LOCAL: RemoteState = { isAvailable: false, status: 'local', device: '', hasFailed: false }

export function createRemotePlayback(
  player: Player,
  video: RemoteVideo,
  { contentId, fileId }: PlaybackTarget,
  castAppId: string | undefined,
) {
  const $remote = atom<RemoteState>(LOCAL)
  const stopped = new AbortController()
  const host: RemoteHost = {
    player,
    video,
    signal: stopped.signal,
    update: change => $remote.set({ ...$remote.get(), ...change }),
    async link() {
      const params = { id: contentId, fileId }
      const { manifest_url } = await api(makeReceiverLink, { params, body: {} })
      return new URL(manifest_url, location.href).href
    },
  }
  const remote: Remote = castAppId ? createCast(host, castAppId) : createAirPlay(host)

  async function press() {
    host.update({ hasFailed: false })
    try {
      await remote.press()
    } catch (error) {
      const isCancelled = error instanceof DOMException && error.name !== 'InvalidStateError'
      host.update({ status: 'local', hasFailed: !isCancelled })
    }
  }

  return {
    $remote,
    press,
    stop() {
      stopped.abort()
      delete video.makeEngine
    },
  }
}
