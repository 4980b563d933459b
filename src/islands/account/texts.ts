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
/** Of the popup in the header, which needs fewer. */
export const POPUP_NAMESPACES = ['shell', 'profiles', 'failures', 'common'] as const
export type PopupT = Translate<Key<(typeof POPUP_NAMESPACES)[number]>>
export type AccountT = Translate<Key<(typeof NAMESPACES)[number]>>
