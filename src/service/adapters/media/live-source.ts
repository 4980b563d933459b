/** Channels that are recorded (service/live): playlists come from the database, segments from the media store. */
import type { StreamDescription, StreamStore } from './stream-store.ts'

export interface LivePlaylists {
  /** null for a stream that is no channel. */
  describe(stream: string): Promise<StreamDescription | null>
  /** null where the channel has no such playlist. */
  playlist(stream: string, file: string): Promise<string | null>
}

/** The streams of the media store, and channels. */
export function withChannels(store: StreamStore, live: LivePlaylists): StreamStore {
  return {
    ...store,
    describe: async stream => (await live.describe(stream)) ?? store.describe(stream),
  }
}
