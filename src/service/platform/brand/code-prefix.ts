import { LANGUAGES } from '#src/contract/languages.ts'
import { brandName } from '#src/lib/i18n/brand-name.ts'

const MOST = 20

/** Returns the prefix of voucher codes: the brand name in Latin capitals, if a language writes it so. */
export function codePrefix(): string {
  const names = LANGUAGES.map(language => brandName(language).toUpperCase())
  return names.map(name => name.replace(/[^A-Z0-9]/g, '').slice(0, MOST)).find(Boolean) ?? 'CODE'
}
