/** Shows the present frame while the same element loads its stream again, which would leave it black. Browser only. */
const QUALITY = 0.8

export function showLastFrame(video: HTMLVideoElement, signal: AbortSignal): void {
  const frame = frameOf(video)
  if (!frame) return
  const { poster } = video
  video.poster = frame
  const restore = () => {
    video.poster = poster
  }
  // A poster is hidden once playback runs; the next stream must not begin with this one's frame.
  video.addEventListener('playing', restore, { once: true, signal })
}

/** As a data URL; null where the browser gives no pixels away, as of encrypted films. */
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
