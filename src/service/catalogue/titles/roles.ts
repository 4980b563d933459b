import type { Language } from '#src/contract/fields.ts'
import type { CREDIT_ROLES } from '#src/contract/import.ts'
import { getT } from '#src/lib/i18n/i18n.ts'

type Role = (typeof CREDIT_ROLES)[number]

/** Returns the name of a role in a language: `cast` is an actor. */
export function roleName(role: Role, language: Language): string {
  return getT(language)(`catalogue.role.${role}`)
}

/** Returns each name once, in the order of the roles: writers of films and of books have the same name in Persian. */
export function roleNames(roles: readonly Role[], language: Language): string[] {
  return [...new Set(roles.map(role => roleName(role, language)))]
}
