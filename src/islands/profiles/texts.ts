import type { Key } from '#src/lib/i18n/keys.ts'
import type { Translate } from '#src/lib/i18n/translate.ts'

export const NAMESPACES = ['profiles', 'session', 'failures', 'validation', 'common'] as const
export type ProfilesT = Translate<Key<(typeof NAMESPACES)[number]>>
