import { useEffect, useEffectEvent } from 'react'
import type { AudioBookPlayer } from '#src/lib/player/audio-book-player.ts'
import type { PlayerPage } from '#src/lib/player/player-page.ts'

/** The lock screen shows the cover, and its buttons move by chapters. */
export function useAudioBookMediaSession(
  book: AudioBookPlayer,
  { title, artist, artwork }: PlayerPage,
  onPrevious: () => void,
  onNext: () => void,
) {
  const previous = useEffectEvent(onPrevious)
  const next = useEffectEvent(onNext)
  useEffect(() => {
    const session = navigator.mediaSession
    if (!session) return
    session.metadata = new MediaMetadata({
      title,
      artist,
      artwork: artwork ? [{ src: artwork, sizes: '600x900' }] : [],
    })
    session.setActionHandler('play', () => book.play())
    session.setActionHandler('pause', () => book.pause())
    session.setActionHandler('previoustrack', () => previous())
    session.setActionHandler('nexttrack', () => next())
    return () => {
      session.metadata = null
      for (const action of ['play', 'pause', 'previoustrack', 'nexttrack'] as const) {
        session.setActionHandler(action, null)
      }
    }
  }, [book, title, artist, artwork])
}
