// Rules of profiles (spec §4): who may add one, the target of a switch, the age groups.

import type { Language } from '#src/contract/languages.ts'
import { MAX_PROFILES } from '#src/contract/limits.ts'
import type { ActiveProfile, AgeType, Profile } from '#src/contract/profiles.ts'
import { homePath, kidsPath } from '../routes.ts'

type Ages = Exclude<AgeType, 'adult'>
export const KID_AGE_TYPES: readonly Ages[] = ['under_3', 'under_7', 'under_12', 'under_15']

/** True if a profile can be added: there are fewer than three and the primary one is active. */
export function canAddProfile(profiles: readonly Profile[], isPrimary: boolean): boolean {
  return isPrimary && profiles.length < MAX_PROFILES
}

/** Returns the kids category for a child's profile, and the return path or the home page for an adult's. */
export function pathAfterSwitch(
  profile: Pick<ActiveProfile, 'age_type'>,
  back: string | null,
  language: Language,
): string {
  if (profile.age_type !== 'adult') return kidsPath(language)
  return back ?? homePath(language)
}

type AgeKey = 'adult' | 'under3' | 'under7' | 'under12' | 'under15'

/** Returns the text key of an age group. */
export function ageGroupKey(age: AgeType): `profiles.age.${AgeKey}` {
  return `profiles.age.${age.replace('_', '') as AgeKey}`
}
