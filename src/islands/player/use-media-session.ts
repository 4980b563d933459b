/** The Media Session of lock screens, headsets and media keys. */
import { useEffect, useEffectEvent } from 'react'
import type { AudioBookPlayer } from '#src/lib/player/audio-book-player.ts'
import type { Player } from '#src/lib/player/player-interface.ts'
import type { PlayerPage } from '#src/lib/player/player-page.ts'

type Metadata = Pick<PlayerPage, 'title' | 'artist' | 'artwork'>
type Handlers = Partial<Record<MediaSessionAction, MediaSessionActionHandler | null>>

export function useVideoMediaSession(
  player: Player,
  video: HTMLMediaElement,
  { title, artist, artwork }: Metadata,
  onNext: (() => void) | null,
) {
  useEffect(() => {
    const skip = (seconds: number) => player.seek(video.currentTime + seconds)
    return openMediaSession(
      { title, artist, artwork },
      {
        play: () => player.play(),
        pause: () => player.pause(),
        seekbackward: ({ seekOffset }) => skip(-(seekOffset ?? 10)),
        seekforward: ({ seekOffset }) => skip(seekOffset ?? 10),
        seekto: ({ seekTime }) => seekTime != null && player.seek(seekTime),
        nexttrack: onNext,
      },
    )
  }, [player, video, title, artist, artwork, onNext])
}

/** Previous and next go by chapters. */
export function useAudioBookMediaSession(
  player: AudioBookPlayer,
  { title, artist, artwork }: Metadata,
  onPrevious: () => void,
  onNext: () => void,
) {
  const previous = useEffectEvent(onPrevious)
  const next = useEffectEvent(onNext)
  useEffect(
    () =>
      openMediaSession(
        { title, artist, artwork },
        {
          play: () => player.play(),
          pause: () => player.pause(),
          previoustrack: () => previous(),
          nexttrack: () => next(),
        },
      ),
    [player, title, artist, artwork],
  )
}

/** Returns what closes it again. */
function openMediaSession({ title, artist, artwork }: Metadata, handlers: Handlers) {
  const session = navigator.mediaSession
  if (!session) return
  session.metadata = new MediaMetadata({
    title,
    artist,
    artwork: artwork ? [{ src: artwork, sizes: '600x900' }] : [],
  })
  for (const [action, handler] of Object.entries(handlers)) {
    try {
      session.setActionHandler(action as MediaSessionAction, handler)
    } catch {
      // This browser does not support the action.
    }
  }
  return () => {
    session.metadata = null
    for (const action of Object.keys(handlers)) {
      session.setActionHandler(action as MediaSessionAction, null)
    }
  }
}
