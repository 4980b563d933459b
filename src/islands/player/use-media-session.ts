/** The Media Session for lock screens, headsets and media keys. */
import { useEffect, useEffectEvent } from 'react'
import type { AudioBookPlayer } from '#src/lib/player/audio-book-player.ts'
import { type Metadata, openMediaSession } from '#src/lib/player/media-session.ts'
import type { Player } from '#src/lib/player/player-interface.ts'
import { SKIP_SECONDS } from '#src/lib/player/scrub.ts'

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
        seekbackward: ({ seekOffset }) => skip(-(seekOffset ?? SKIP_SECONDS)),
        seekforward: ({ seekOffset }) => skip(seekOffset ?? SKIP_SECONDS),
        seekto: ({ seekTime }) => seekTime != null && player.seek(seekTime),
        nexttrack: onNext,
      },
    )
  }, [player, video, title, artist, artwork, onNext])
}

/** Previous and next move by chapters. */
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
