import type { Language } from '#src/contract/fields.ts'
import type { CREDIT_ROLES } from '#src/contract/import.ts'
import { getT } from '#src/lib/i18n/i18n.ts'

type Role = (typeof CREDIT_ROLES)[number]

/** What somebody is, said in a language: `cast` is an actor. */
export function roleName(role: Role, language: Language): string {
  return getT(language)(`catalogue.role.${role}`)
}

/** Each word once, in the order of the roles: writers of films and of books are called the same in Persian. */
export function roleNames(roles: readonly Role[], language: Language): string[] {
  return [...new Set(roles.map(role => roleName(role, language)))]
}
