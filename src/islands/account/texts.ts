import type { Key } from '#src/lib/i18n/keys.ts'
import type { Translate } from '#src/lib/i18n/translate.ts'

/** Namespaces of the account popup and the account page. */
export const POPUP_NAMESPACES = ['shell', 'profiles', 'failures', 'common'] as const
export type PopupT = Translate<Key<(typeof POPUP_NAMESPACES)[number]>>
