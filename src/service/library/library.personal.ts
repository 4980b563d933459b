import { eq } from 'drizzle-orm'
import { ofProfiles, type PersonalData } from '../db/personal-data.ts'
import { bookmarks, contentReminders, personalRows, votes } from '../db/schema/library.ts'

export const libraryPersonalData: PersonalData[] = [
  { table: bookmarks, of: ofProfiles(bookmarks.profileId), erasure: 'deletes' },
  { table: votes, of: ofProfiles(votes.profileId), erasure: 'deletes' },
  {
    table: personalRows,
    of: ofProfiles(personalRows.profileId),
    isInternal: 'made of watched_titles',
    erasure: 'deletes',
  },
  { table: contentReminders, of: ({ id }) => eq(contentReminders.userId, id), erasure: 'deletes' },
]
