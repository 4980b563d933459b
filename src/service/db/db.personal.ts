import { eq, or } from 'drizzle-orm'
import { ofProfiles, type PersonalData } from './personal-data.ts'
import { listCounts } from './schema/list-counts.ts'

export const dbPersonalData: PersonalData[] = [
  {
    table: listCounts,
    of: person => or(eq(listCounts.ownerId, person.id), ofProfiles(listCounts.ownerId)(person)),
    isInternal: 'lengths of lists',
    erasure: 'keeps',
    why: 'triggers count what stays',
  },
]
