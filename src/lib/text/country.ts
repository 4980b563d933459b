import { DEFAULT_LANGUAGE, type Language } from '#src/contract/languages.ts'

/** Caches about 250 names, because asking the runtime for one costs as much as the whole markup of a card. */
const known = new Map<Language, Map<string, string>>()
const names = new Map<Language, Intl.DisplayNames>()

/** Returns the name of an ISO 3166 two-letter country; any other text is returned unchanged. */
export function countryName(code: string, language: Language): string {
  const region = code.toUpperCase()
  if (!/^[A-Z]{2}$/.test(region)) return code
  const inLanguage = known.get(language) ?? new Map<string, string>()
  known.set(language, inLanguage)
  const memoised = inLanguage.get(region)
  if (memoised !== undefined) return memoised
  const name = namesIn(language).of(region) ?? code
  inLanguage.set(region, name)
  return name
}

function namesIn(language: Language): Intl.DisplayNames {
  const memoised = names.get(language)
  if (memoised) return memoised
  const made = new Intl.DisplayNames(language, { type: 'region', fallback: 'code' })
  names.set(language, made)
  return made
}

/** Returns the codes of all countries that have a name. */
export function countryCodes(): string[] {
  return regionCodes().filter(code => countryName(code, DEFAULT_LANGUAGE) !== code)
}

/** Returns all pairs of letters. */
export function regionCodes(): string[] {
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  return letters.flatMap(first => letters.map(second => first + second))
}
