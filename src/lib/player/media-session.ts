/** The browser's Media Session. */
import type { PlayerPage } from './player-page.ts'

export type Metadata = Pick<PlayerPage, 'title' | 'artist' | 'artwork'>
type Handlers = Partial<Record<MediaSessionAction, MediaSessionActionHandler | null>>

/** Opens the media session. Returns the function that closes it. */
export function openMediaSession(
  { title, artist, artwork }: Metadata,
  handlers: Handlers,
): () => void {
  const session = navigator.mediaSession
  if (!session) return () => undefined
  session.metadata = new MediaMetadata({
    title,
    artist,
    artwork: artwork ? [{ src: artwork, sizes: '600x900' }] : [],
  })
  for (const [action, handler] of Object.entries(handlers)) {
    try {
      session.setActionHandler(action as MediaSessionAction, handler)
    } catch {
      // The browser does not support the action.
    }
  }
  return () => {
    session.metadata = null
    for (const action of Object.keys(handlers)) {
      session.setActionHandler(action as MediaSessionAction, null)
    }
  }
}
