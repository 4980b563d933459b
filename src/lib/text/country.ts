import type { Language } from '#src/contract/languages.ts'

/** There are some 250; asking the runtime for one costs as much as a card's whole markup. */
const known = new Map<Language, Map<string, string>>()
const names = new Map<Language, Intl.DisplayNames>()

/** The name of an ISO 3166 two-letter country; what is no such code comes back as it is. */
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
