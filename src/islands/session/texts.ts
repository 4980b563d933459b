import type { Key } from '#src/lib/i18n/keys.ts'
import type { Translate } from '#src/lib/i18n/translate.ts'

export const NAMESPACES = ['session', 'failures', 'validation', 'common'] as const
export type SessionT = Translate<Key<(typeof NAMESPACES)[number]>>
