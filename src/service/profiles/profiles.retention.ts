import type { Retention } from '../db/retention.ts'
import { profiles } from '../db/schema/profiles.ts'

export const profilesRetention: Retention[] = [
  {
    table: profiles,
    stored: 'until its owner deletes the profile, or the person is erased',
    why: 'the viewers of an account',
  },
]
