/**
 * AirPlay and other devices of the Remote Playback API. A receiver cannot play Media Source, so the element gets a
 * second source with an address for the receiver, as WebKit requires. Once the device plays, the browser's own HLS
 * engine plays that address.
 */
import type { EngineHost } from './engine.ts'
import { createNativeEngine, HLS_MIME } from './native-engine.ts'
import type { Remote, RemoteHost } from './remote.ts'

/** Older property names in Safari. */
interface AirPlay {
  webkitShowPlaybackTargetPicker?(): void
  webkitCurrentPlaybackTargetIsWireless?: boolean
}
type AvailabilityEvent = Event & { availability?: string }

export function createAirPlay(host: RemoteHost): Remote {
  const { player, video, signal, update } = host
  const older = video as AirPlay
  let address: string | null = null
  let isRemote = false

  async function start() {
    await addSource()
    try {
      await video.remote.watchAvailability(isAvailable => update({ isAvailable }))
      listenToRemote()
    } catch {
      listenToOlder()
    }
  }

  /** hls.js has opened its Media Source by now and has disabled remote playback for it. */
  async function addSource() {
    address ??= await host.link()
    if (signal.aborted || video.hasAttribute('src')) return
    const source = document.createElement('source')
    source.type = HLS_MIME
    source.src = address
    video.append(source)
    video.disableRemotePlayback = false
  }

  function listenToRemote() {
    const { remote } = video
    remote.addEventListener('connecting', () => update({ status: 'connecting' }), { signal })
    remote.addEventListener('connect', () => void change(true), { signal })
    remote.addEventListener('disconnect', () => void change(false), { signal })
    signal.addEventListener('abort', () => void remote.cancelWatchAvailability().catch(() => {}))
  }

  function listenToOlder() {
    const onAvailability = ({ availability }: AvailabilityEvent) =>
      update({ isAvailable: availability === 'available' })
    video.addEventListener('webkitplaybacktargetavailabilitychanged', onAvailability, { signal })
    const onChange = () => void change(older.webkitCurrentPlaybackTargetIsWireless === true)
    video.addEventListener('webkitcurrentplaybacktargetiswirelesschanged', onChange, { signal })
  }

  async function change(toRemote: boolean) {
    if (toRemote === isRemote) return
    isRemote = toRemote
    if (toRemote) {
      const url = await host.link()
      video.makeEngine = engineHost => receiverEngine(engineHost, url)
    } else delete video.makeEngine
    update({ status: toRemote ? 'remote' : 'local', device: '' })
    await player.restart()
    if (!toRemote) await addSource()
  }

  void start().catch(() => {})

  return {
    async press() {
      if (video.remote && !older.webkitShowPlaybackTargetPicker) return video.remote.prompt()
      older.webkitShowPlaybackTargetPicker?.()
    },
  }
}

function receiverEngine(host: EngineHost, url: string) {
  const engine = createNativeEngine(host)
  return {
    ...engine,
    load: (source: Parameters<typeof engine.load>[0]) => {
      const { startAt, drm } = source
      engine.load({ url, startAt, drm })
    },
    // The address for a receiver differs from that of the page.
    updateUrl() {},
  }
}
