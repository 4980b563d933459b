import { useEffect, useState } from 'react'

export function usePip(video: HTMLVideoElement) {
  const [isInPip, setInPip] = useState(false)
  useEffect(() => {
    const gone = new AbortController()
    const { signal } = gone
    video.addEventListener('enterpictureinpicture', () => setInPip(true), { signal })
    video.addEventListener('leavepictureinpicture', () => setInPip(false), { signal })
    return () => gone.abort()
  }, [video])
  return isInPip
}

export async function togglePip(video: HTMLVideoElement) {
  try {
    if (document.pictureInPictureElement) await document.exitPictureInPicture()
    else await video.requestPictureInPicture()
  } catch {
    // The browser rejects the request: the video stays in the page.
  }
}
