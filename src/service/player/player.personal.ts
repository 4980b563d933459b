import { eq } from 'drizzle-orm'
import { ofProfiles, type PersonalData } from '../db/personal-data.ts'
import {
  playbackLeases,
  startedTitles,
  watchedTitles,
  watchHistory,
  watchProgress,
} from '../db/schema/player.ts'

export const playerPersonalData: PersonalData[] = [
  { table: playbackLeases, of: ({ id }) => eq(playbackLeases.userId, id), erasure: 'deletes' },
  { table: watchProgress, of: ofProfiles(watchProgress.profileId), erasure: 'deletes' },
  { table: watchHistory, of: ofProfiles(watchHistory.profileId), erasure: 'deletes' },
  {
    table: watchedTitles,
    of: ofProfiles(watchedTitles.profileId),
    isInternal: 'made of watch_history',
    erasure: 'deletes',
  },
  {
    table: startedTitles,
    of: ofProfiles(startedTitles.profileId),
    isInternal: 'made of watch_progress',
    erasure: 'deletes',
  },
]
