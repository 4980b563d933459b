import { type Retention, WITH_PROFILE } from '../db/retention.ts'
import {
  contentWatchDays,
  playbackLeases,
  startedTitles,
  watchedTitles,
  watchHistory,
  watchProgress,
} from '../db/schema/player.ts'

export const playerRetention: Retention[] = [
  { table: watchProgress, stored: WITH_PROFILE, why: 'playback resumes where it stopped' },
  {
    table: watchHistory,
    stored: 'until the profile is deleted',
    why: 'the watch history of the account page',
  },
  {
    table: watchedTitles,
    with: watchHistory,
    why: 'films and series of the history, for its pages',
  },
  {
    table: startedTitles,
    with: watchProgress,
    why: 'films and series of continue watching, for its pages',
  },
  {
    table: contentWatchDays,
    stored: 'for ever; no person is in it',
    why: 'views and hours by title in the report',
  },
  {
    table: playbackLeases,
    expiries: [{ from: playbackLeases.expiresAt, after: { days: 1 } }],
    why: 'a lease without heartbeat is free after a minute',
  },
]
