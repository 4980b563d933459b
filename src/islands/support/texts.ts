import type { Key } from '#src/lib/i18n/keys.ts'
import type { Translate } from '#src/lib/i18n/translate.ts'

export const NAMESPACES = ['support', 'common', 'validation', 'failures'] as const
export type SupportT = Translate<Key<(typeof NAMESPACES)[number]>>
