/** Picture-in-picture. */
import { useEffect, useState } from 'react'

export function usePip(video: HTMLVideoElement) {
  const [isInPip, setInPip] = useState(false)
  useEffect(() => {
    const unmounted = new AbortController()
    const { signal } = unmounted
    video.addEventListener('enterpictureinpicture', () => setInPip(true), { signal })
    video.addEventListener('leavepictureinpicture', () => setInPip(false), { signal })
    return () => unmounted.abort()
  }, [video])
  return isInPip
}

export async function togglePip(video: HTMLVideoElement) {
  try {
    if (document.pictureInPictureElement) await document.exitPictureInPicture()
    else await video.requestPictureInPicture()
  } catch {
    // The browser refused: nothing changes.
  }
}
