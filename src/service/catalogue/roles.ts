import type { Language } from '#src/contract/fields.ts'
import type { CREDIT_ROLES } from '#src/contract/import.ts'
import { getT } from '#src/lib/i18n/i18n.ts'

type Role = (typeof CREDIT_ROLES)[number]

/** What somebody is, said in a language: `cast` is an actor. */
export function roleName(role: Role, language: Language): string {
  return getT(language)(`catalogue.role.${role}`)
}
