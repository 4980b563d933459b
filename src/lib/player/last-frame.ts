/** Shows the current frame while the element reloads its stream, which would otherwise leave it black. Browser only. */
const QUALITY = 0.8

export function showLastFrame(video: HTMLVideoElement, signal: AbortSignal): void {
  const frame = frameOf(video)
  if (!frame) return
  const { poster } = video
  video.poster = frame
  const restore = () => {
    video.poster = poster
  }
  // A poster is hidden once playback runs; the next stream must not begin with this frame.
  video.addEventListener('playing', restore, { once: true, signal })
}

/** Returns the frame as a data URL; null if the browser denies access to the pixels, as for encrypted video. */
function frameOf(video: HTMLVideoElement): string | null {
  const canvas = document.createElement('canvas')
  canvas.width = video.videoWidth
  canvas.height = video.videoHeight
  try {
    canvas.getContext('2d')?.drawImage(video, 0, 0)
    return canvas.width > 0 ? canvas.toDataURL('image/jpeg', QUALITY) : null
  } catch {
    return null
  }
}
