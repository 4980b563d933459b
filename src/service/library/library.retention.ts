import { type Retention, WITH_PROFILE } from '../db/retention.ts'
import { bookmarks, votes } from '../db/schema/library.ts'

export const libraryRetention: Retention[] = [
  { table: bookmarks, stored: WITH_PROFILE, why: 'the list of a profile' },
  { table: votes, stored: WITH_PROFILE, why: 'one vote of a profile for a title' },
]
