/** The retention of the tables of this room, and their data about a person. */

import { eq } from 'drizzle-orm'
import { ofProfiles, type PersonalData } from '../platform/db/personal-data.ts'
import { BY_OPERATOR, type Retention, WITH_PROFILE } from '../platform/db/retention.ts'
import { bookmarks, contentReminders, personalRows, votes } from '../platform/db/schema/library.ts'
import { liveChannels, livePrograms, liveSegments } from '../platform/db/schema/live.ts'
import {
  contentWatchDays,
  playbackLeases,
  playbackRefusals,
  startedTitles,
  watchedTitles,
  watchHistory,
  watchProgress,
} from '../platform/db/schema/player.ts'

export const watchingRetention: Retention[] = [
  { table: bookmarks, stored: WITH_PROFILE, why: 'the list of a profile' },
  {
    table: contentReminders,
    expiries: [{ from: contentReminders.createdAt, after: { days: 730 } }],
    why: 'a user is reminded once; reminders expire after two years',
  },
  {
    table: personalRows,
    expiries: [{ from: personalRows.computedAt, after: { days: 14 } }],
    why: 'computed again for profiles that watch; others have none',
  },
  { table: votes, stored: WITH_PROFILE, why: 'one vote of a profile for a title' },
  { table: liveChannels, stored: BY_OPERATOR, why: 'channels and the addresses of their encoders' },
  {
    table: liveSegments,
    stored: 'for the window that viewers may seek in; the recorder removes it with its files',
    why: 'viewers of a live channel can seek back in it',
  },
  {
    table: livePrograms,
    expiries: [{ from: livePrograms.endsAt, after: { days: 7 } }],
    why: 'the guide shows today and the next days',
  },
  { table: watchProgress, stored: WITH_PROFILE, why: 'playback resumes where it stopped' },
  {
    table: watchHistory,
    stored: 'until the profile is deleted',
    why: 'the watch history of the account page',
  },
  {
    table: watchedTitles,
    with: watchHistory,
    why: 'films and series for the pages of the history',
  },
  {
    table: startedTitles,
    with: watchProgress,
    why: 'films and series for the pages of continue watching',
  },
  {
    table: contentWatchDays,
    stored: 'for ever; contains no personal data',
    why: 'views and hours by title in the report',
  },
  {
    table: playbackLeases,
    expiries: [{ from: playbackLeases.expiresAt, after: { days: 1 } }],
    why: 'a lease without heartbeat is free after a minute',
  },
  {
    table: playbackRefusals,
    expiries: [{ from: playbackRefusals.lastAt, after: { days: 30 } }],
    why: 'support explains why a title did not play; the newest 50 of a user',
  },
]

export const watchingPersonalData: PersonalData[] = [
  { table: bookmarks, of: ofProfiles(bookmarks.profileId), erasure: 'deletes' },
  { table: votes, of: ofProfiles(votes.profileId), erasure: 'deletes' },
  {
    table: personalRows,
    of: ofProfiles(personalRows.profileId),
    isInternal: 'made of watched_titles',
    erasure: 'deletes',
  },
  { table: contentReminders, of: ({ id }) => eq(contentReminders.userId, id), erasure: 'deletes' },
  { table: playbackRefusals, of: ({ id }) => eq(playbackRefusals.userId, id), erasure: 'deletes' },
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
