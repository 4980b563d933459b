import type { Key } from '#src/lib/i18n/keys.ts'
import type { Translate } from '#src/lib/i18n/translate.ts'

export const NAMESPACES = [
  'shell',
  'session',
  'profiles',
  'checkout',
  'failures',
  'validation',
  'common',
] as const
export type AccountT = Translate<Key<(typeof NAMESPACES)[number]>>
