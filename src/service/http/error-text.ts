import type { RefusalResult } from '#src/contract/envelope.ts'
import type { Language } from '#src/contract/fields.ts'
import { serverT } from '#src/lib/i18n/i18n.ts'

/** display_message of a refusal, ready to show. */
export function errorText(language: Language, result: RefusalResult, seconds?: number): string {
  return serverT(language)(`errors.result.${result}`, { seconds: seconds ?? 0 })
}
