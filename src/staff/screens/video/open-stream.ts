/** Plays a stream of the console in a video element by hls.js, which is loaded with the first stream. */
import type { HlsConfig } from 'hls.js'

/** `unplayable` means that this browser cannot decode the pictures. */
export type StreamFault = 'failed' | 'unplayable'

const CONFIG: Partial<HlsConfig> = {
  // The policy of the console allows no worker, and streams of fMP4 need none.
  enableWorker: false,
  // Captions of the stream are not shifted; the player of the console has its own.
  subtitleTrackController: undefined,
  subtitleStreamController: undefined,
  timelineController: undefined,
  capLevelToPlayerSize: true,
  // A member looks at a few seconds around each line.
  maxBufferLength: 8,
  maxMaxBufferLength: 8,
  fragLoadPolicy: {
    default: {
      maxTimeToFirstByteMs: 9_000,
      maxLoadTimeMs: 60_000,
      timeoutRetry: { maxNumRetry: 1, retryDelayMs: 0, maxRetryDelayMs: 0 },
      errorRetry: { maxNumRetry: 1, retryDelayMs: 700, maxRetryDelayMs: 2_000 },
    },
  },
}

/** @returns a function that ends the stream */
export function openStream(
  video: HTMLVideoElement,
  url: string,
  onFault: (fault: StreamFault) => void,
): () => void {
  let hasEnded = false
  let end = () => {}
  const fail = () => !hasEnded && onFault('failed')
  import('hls.js').then(({ default: Hls }) => {
    if (hasEnded) return
    if (!Hls.isSupported()) {
      video.onerror = fail
      video.src = url
      end = () => video.removeAttribute('src')
      return
    }
    const player = new Hls(CONFIG)
    const undecodable: string[] = [
      Hls.ErrorDetails.MANIFEST_INCOMPATIBLE_CODECS_ERROR,
      Hls.ErrorDetails.BUFFER_ADD_CODEC_ERROR,
      Hls.ErrorDetails.BUFFER_INCOMPATIBLE_CODECS_ERROR,
    ]
    player.on(Hls.Events.ERROR, (_, { fatal, details }) => {
      if (fatal) onFault(undecodable.includes(details) ? 'unplayable' : 'failed')
    })
    player.loadSource(url)
    player.attachMedia(video)
    end = () => player.destroy()
  }, fail)
  return () => {
    hasEnded = true
    end()
  }
}
