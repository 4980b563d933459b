import type { Key } from '#src/lib/i18n/keys.ts'
import type { Translate } from '#src/lib/i18n/translate.ts'

export const NAMESPACES = ['surveys', 'common', 'failures'] as const
export type SurveysT = Translate<Key<(typeof NAMESPACES)[number]>>
