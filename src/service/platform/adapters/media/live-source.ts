/** Recorded channels (service/watching/live): their playlists come from the database, their segments from the media store. */
import type { StreamDescription, StreamStore } from './stream-store.ts'

export interface LivePlaylists {
  /** Returns the description of a channel; null if the stream is not a channel. */
  describe(stream: string): Promise<StreamDescription | null>
  /** Returns a playlist of a channel; null if the channel does not have it. */
  playlist(stream: string, file: string): Promise<string | null>
}

/** Returns a stream store that also knows the channels. */
export function addChannelsToStore(store: StreamStore, live: LivePlaylists): StreamStore {
  return {
    ...store,
    describe: async stream => (await live.describe(stream)) ?? store.describe(stream),
  }
}
