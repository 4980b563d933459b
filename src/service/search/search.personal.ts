import { ofProfiles, type PersonalData } from '../db/personal-data.ts'
import { searchClicks } from '../db/schema/search.ts'

export const searchPersonalData: PersonalData[] = [
  {
    table: searchClicks,
    of: ofProfiles(searchClicks.profileId),
    erasure: 'keeps',
    why: 'ranks results, without the profile',
    sets: () => ({ profileId: null }),
  },
]
