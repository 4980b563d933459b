// Rules of profiles (spec §4): who may add one, where a switch leads, the age groups.

import type { Language } from '#src/contract/languages.ts'
import { MAX_PROFILES } from '#src/contract/limits.ts'
import type { ActiveProfile, AgeType, Profile } from '#src/contract/profiles.ts'
import { homePath, kidsPath } from '../routes.ts'

type Ages = Exclude<AgeType, 'adult'>
export const KID_AGES: readonly Ages[] = ['under_3', 'under_7', 'under_12', 'under_15']

/** A profile can be added while there are fewer than three and the primary one is active. */
export function canAdd(profiles: readonly Profile[], isPrimary: boolean): boolean {
  return isPrimary && profiles.length < MAX_PROFILES
}

/** A child's profile goes to the kids category; an adult's to the return path, or home. */
export function pathAfterSwitch(
  profile: Pick<ActiveProfile, 'age_type'>,
  back: string | null,
  language: Language,
): string {
  if (profile.age_type !== 'adult') return kidsPath(language)
  return back ?? homePath(language)
}

type AgeKey = 'adult' | 'under3' | 'under7' | 'under12' | 'under15'

/** The text key of an age group. */
export function ageKey(age: AgeType): `profiles.age.${AgeKey}` {
  return `profiles.age.${age.replace('_', '') as AgeKey}`
}
