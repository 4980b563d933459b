import { type Retention, WITH_PROFILE } from '../db/retention.ts'
import { bookmarks, contentReminders, personalRows, votes } from '../db/schema/library.ts'

export const libraryRetention: Retention[] = [
  { table: bookmarks, stored: WITH_PROFILE, why: 'the list of a profile' },
  {
    table: contentReminders,
    expiries: [{ from: contentReminders.createdAt, after: { days: 730 } }],
    why: 'who waits for a title is told once; nobody waits longer than two years',
  },
  {
    table: personalRows,
    expiries: [{ from: personalRows.computedAt, after: { days: 14 } }],
    why: 'computed again for who watches; who does not gets none',
  },
  { table: votes, stored: WITH_PROFILE, why: 'one vote of a profile for a title' },
]
