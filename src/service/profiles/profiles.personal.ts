import { eq } from 'drizzle-orm'
import type { PersonalData } from '../db/personal-data.ts'
import { profiles } from '../db/schema/profiles.ts'

export const profilesPersonalData: PersonalData[] = [
  {
    table: profiles,
    of: ({ id }) => eq(profiles.userId, id),
    hides: [profiles.pinHash, profiles.pinKeyId],
    erasure: 'deletes',
  },
]
