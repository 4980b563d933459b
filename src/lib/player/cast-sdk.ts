/**
 * The parts of Google's Cast sender that we use, and its script. The script is loaded when the button is first pressed,
 * never before.
 */

interface CastMedia {
  media: { tracks?: Array<{ trackId: number; type: string; name?: string; language?: string }> }
  idleReason?: string | null
  editTracksInfo(request: object, done: () => void, failed: () => void): void
}
export interface CastSession {
  loadMedia(request: object): Promise<unknown>
  getMediaSession(): CastMedia | null
  getCastDevice(): { friendlyName: string }
  endSession(stopsReceiver: boolean): void
}
export interface RemotePlayer {
  currentTime: number
  duration: number
  isConnected: boolean
  isPaused: boolean
  isMuted: boolean
  volumeLevel: number
  playerState: string | null
}
interface Controller {
  addEventListener(type: string, listener: (event: { field: string }) => void): void
  removeEventListener(type: string, listener: (event: { field: string }) => void): void
  playOrPause(): void
  seek(): void
  setVolumeLevel(): void
  muteOrUnmute(): void
}
interface Context {
  setOptions(options: object): void
  requestSession(): Promise<unknown>
  getCurrentSession(): CastSession | null
}
export interface CastSdk {
  cast: {
    framework: {
      CastContext: { getInstance(): Context }
      RemotePlayer: new () => RemotePlayer
      RemotePlayerController: new (player: RemotePlayer) => Controller
    }
  }
  chrome: {
    cast: {
      AutoJoinPolicy: { PAGE_SCOPED: string }
      media: {
        MediaInfo: new (url: string, type: string) => Record<string, unknown>
        GenericMediaMetadata: new () => Record<string, unknown>
        LoadRequest: new (media: object) => Record<string, unknown>
        EditTracksInfoRequest: new (trackIds: number[]) => object
      }
    }
  }
}

const SCRIPT = 'https://www.gstatic.com/cv/js/sender/v1/cast_sender.js?loadCastFramework=1'
const ALLOWED =
  /^(https:)?\/\/www\.gstatic\.com\/(cv\/js\/sender\/v1|cast\/sdk\/libs|eureka\/clank)\//
const TIMEOUT_MS = 10_000

type Rules = { createScriptURL(url: string): string }
type Hosts = Window & {
  __onGCastApiAvailable?: (isAvailable: boolean) => void
  trustedTypes?: { createPolicy(name: string, rules: Rules): unknown }
}

let loading: Promise<CastSdk> | null = null

/** Loads the SDK. A failed load is tried again on the next press. */
export function loadCastSdk(): Promise<CastSdk> {
  loading ??= load().catch(error => {
    loading = null
    throw error
  })
  return loading
}

function load(): Promise<CastSdk> {
  const page = window as unknown as Hosts
  allowScripts(page)
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error('the Cast script did not load in time')),
      TIMEOUT_MS,
    )
    page.__onGCastApiAvailable = isAvailable => {
      clearTimeout(timer)
      if (isAvailable) resolve(window as unknown as CastSdk)
      else reject(new Error('Cast is not available'))
    }
    const script = document.createElement('script')
    script.onerror = () => reject(new Error('the Cast script did not load'))
    script.src = SCRIPT
    document.head.append(script)
  })
}

let isAllowed = false

/** Google's scripts load further ones by URL; this policy allows only Google's own folders. */
function allowScripts({ trustedTypes }: Hosts) {
  if (isAllowed) return
  isAllowed = true
  const createScriptURL = (url: string) => {
    if (!ALLOWED.test(url)) throw new TypeError('not a script of the Cast sender')
    return url
  }
  trustedTypes?.createPolicy('default', { createScriptURL })
}
