/** True for a child's profile, which has no access to account, payment and support pages. */
export function isChildProfile(profile: { age_type: string } | null): boolean {
  return profile !== null && profile.age_type !== 'adult'
}
