/** Full screen of the whole player. On iPhones only the video can be full screen. */
import { useSyncExternalStore } from 'react'

type PhoneVideo = HTMLVideoElement & {
  webkitEnterFullscreen?: () => void
  webkitSupportsFullscreen?: boolean
}
type LockableOrientation = ScreenOrientation & { lock?: (to: 'landscape') => Promise<void> }

function subscribe(onChange: () => void) {
  document.addEventListener('fullscreenchange', onChange)
  return () => document.removeEventListener('fullscreenchange', onChange)
}

export function useIsFullscreen() {
  return useSyncExternalStore(
    subscribe,
    () => document.fullscreenElement !== null,
    () => false,
  )
}

function subscribeToScreen(onChange: () => void) {
  const stop = subscribe(onChange)
  window.addEventListener('resize', onChange)
  return () => {
    stop()
    window.removeEventListener('resize', onChange)
  }
}

/** True in full screen and on a phone held sideways. There, touch gestures of the page are needed least. */
export function useHasWholeScreen() {
  return useSyncExternalStore(
    subscribeToScreen,
    () => document.fullscreenElement !== null || innerWidth > innerHeight,
    () => false,
  )
}

export async function toggleFullscreen(root: HTMLElement, video: PhoneVideo) {
  try {
    if (document.fullscreenElement) return await document.exitFullscreen()
    if (!document.fullscreenEnabled) return video.webkitEnterFullscreen?.()
    await root.requestFullscreen({ navigationUI: 'hide' })
    await (screen.orientation as LockableOrientation).lock?.('landscape')
  } catch {
    // The browser or the device refused: nothing changes.
  }
}

export function canFullscreen(video: PhoneVideo) {
  return document.fullscreenEnabled || video.webkitSupportsFullscreen === true
}
