/** A silent trailer over a picture. Browser only. */
import { loadAllStyles } from '../hydration/all-styles.browser.ts'

export type TrailerEnd = 'over' | 'failed'
type Playing = {
  /** Removes the video. */
  signal: AbortSignal
  end: (how: TrailerEnd) => void
  /** Called when the first frame is shown. */
  begin?: () => void
}

/** Plays the trailer of a title over the picture in `frame`, until it ends or `signal` aborts. */
export function playSilently(
  frame: Element,
  shortId: string,
  { signal, end, begin }: Playing,
): void {
  const video = document.createElement('video')
  video.className = 'silent-trailer'
  video.muted = true
  video.playsInline = true
  video.disableRemotePlayback = true
  video.setAttribute('aria-hidden', 'true')
  const show = () => {
    video.toggleAttribute('data-playing', true)
    begin?.()
  }
  const fail = () => end('failed')
  video.addEventListener('playing', show, { signal, once: true })
  video.addEventListener('ended', () => end('over'), { signal })
  video.addEventListener('error', fail, { signal })
  signal.addEventListener('abort', () => video.remove())
  void loadAllStyles()
  frame.append(video)
  import('./play-trailer.ts')
    .then(({ playTrailer }) => playTrailer(video, shortId, { signal, fail }))
    .catch(fail)
}
