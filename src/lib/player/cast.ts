/** Chromecast: the session with a device, and playback on it through the engine of cast-engine.ts. */
import { createCastEngine } from './cast-engine.ts'
import { loadCastSdk } from './cast-sdk.ts'
import type { Remote, RemoteHost } from './remote.ts'

interface Availability extends EventTarget {
  value: boolean
}
type Presentation = new (urls: string[]) => { getAvailability(): Promise<Availability> }

export function createCast(host: RemoteHost, appId: string): Remote {
  const { player, video, signal, update } = host
  let end: (() => void) | null = null

  /** The browser detects devices without Google's script. */
  async function watch() {
    const { PresentationRequest } = window as unknown as { PresentationRequest?: Presentation }
    if (!PresentationRequest) return
    const devices = await new PresentationRequest([`cast:${appId}`]).getAvailability()
    const tell = () => update({ isAvailable: devices.value })
    devices.addEventListener('change', tell, { signal })
    tell()
  }

  async function connect() {
    update({ status: 'connecting' })
    const sdk = await loadCastSdk()
    const context = sdk.cast.framework.CastContext.getInstance()
    const { PAGE_SCOPED } = sdk.chrome.cast.AutoJoinPolicy
    context.setOptions({ receiverApplicationId: appId, autoJoinPolicy: PAGE_SCOPED })
    try {
      await context.requestSession()
    } catch (error) {
      // The viewer closed the list of devices.
      if (error === 'cancel') return update({ status: 'local' })
      throw error
    }
    const session = context.getCurrentSession()
    if (!session) throw new Error('there is no Cast session')
    const url = await host.link()
    video.makeEngine = engineHost =>
      createCastEngine(engineHost, {
        sdk,
        session,
        url,
        onLost: () => void leave(true),
        onFailed() {
          update({ hasFailed: true })
          void leave(false)
        },
      })
    end = () => session.endSession(true)
    update({ status: 'remote', device: session.getCastDevice().friendlyName })
    await player.restart()
  }

  /**
   * Returns playback to this device at the same second.
   * @param isLost true if the device ended the session
   */
  async function leave(isLost: boolean) {
    if (!end) return
    const stop = end
    end = null
    delete video.makeEngine
    const { paused } = video
    const restarted = player.restart()
    if (!isLost) stop()
    update({ status: 'local', device: '' })
    await restarted
    if (paused) player.pause()
  }

  /** The service no longer permits playback: the device stops too, and the player shows the reason. */
  const stopListening = player.$failure.listen(failure => {
    if (!failure || !end) return
    const stop = end
    end = null
    delete video.makeEngine
    update({ status: 'local', device: '' })
    stop()
  })
  signal.addEventListener('abort', stopListening)
  signal.addEventListener('abort', () => end?.())
  void watch().catch(() => {})

  return { press: () => (end ? leave(false) : connect()) }
}
