import { useEffect } from 'react'
import type { Player } from '#src/lib/player/player-interface.ts'

interface Described {
  title: string
  artist: string
  artwork: string | null
}

/** Lock screens, headsets and media keys. */
export function useMediaSession(
  player: Player,
  video: HTMLMediaElement,
  { title, artist, artwork }: Described,
  onNext: (() => void) | null,
) {
  useEffect(() => {
    const session = navigator.mediaSession
    if (!session) return
    session.metadata = new MediaMetadata({
      title,
      artist,
      artwork: artwork ? [{ src: artwork, sizes: '600x900' }] : [],
    })
    const skip = (seconds: number) => player.seek(video.currentTime + seconds)
    const handlers: Partial<Record<MediaSessionAction, MediaSessionActionHandler | null>> = {
      play: () => player.play(),
      pause: () => player.pause(),
      seekbackward: ({ seekOffset }) => skip(-(seekOffset ?? 10)),
      seekforward: ({ seekOffset }) => skip(seekOffset ?? 10),
      seekto: ({ seekTime }) => seekTime != null && player.seek(seekTime),
      nexttrack: onNext,
    }
    for (const [action, handler] of Object.entries(handlers)) {
      try {
        session.setActionHandler(action as MediaSessionAction, handler)
      } catch {
        // An action that this browser does not know.
      }
    }
    return () => {
      session.metadata = null
      for (const action of Object.keys(handlers)) {
        session.setActionHandler(action as MediaSessionAction, null)
      }
    }
  }, [player, video, title, artist, artwork, onNext])
}
