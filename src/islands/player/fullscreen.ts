/** Full screen of the whole player, or of the bare video where a phone allows no more. */
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

export async function toggleFullscreen(root: HTMLElement, video: PhoneVideo) {
  try {
    if (document.fullscreenElement) return await document.exitFullscreen()
    if (!document.fullscreenEnabled) return video.webkitEnterFullscreen?.()
    await root.requestFullscreen({ navigationUI: 'hide' })
    await (screen.orientation as LockableOrientation).lock?.('landscape')
  } catch {
    // The browser or the device rejects the request: nothing changes.
  }
}

export function canFullscreen(video: PhoneVideo) {
  return document.fullscreenEnabled || video.webkitSupportsFullscreen === true
}
