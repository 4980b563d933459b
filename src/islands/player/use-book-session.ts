import { useEffect, useEffectEvent } from 'react'
import type { BookPlayer } from '#src/lib/player/book.ts'
import type { Screening } from '#src/lib/player/screening.ts'

/** The lock screen shows the cover, and its buttons move by chapters. */
export function useBookSession(
  book: BookPlayer,
  { title, artist, artwork }: Screening,
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
