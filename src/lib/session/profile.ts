/** Whether the active profile is a child's: those have no access to account, payment and support pages. */
export function isChild(profile: { age_type: string } | null): boolean {
  return profile !== null && profile.age_type !== 'adult'
}
