/** A kid or teen profile is watching: it has no account, no money and no support. */
export function isChild(profile: { age_type: string } | null): boolean {
  return profile !== null && profile.age_type !== 'adult'
}
