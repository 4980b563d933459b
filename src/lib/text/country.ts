import type { Language } from './language.ts'

/** There are some 250; asking the runtime for one costs as much as a card's whole markup. */
const known: Record<Language, Map<string, string>> = { fa: new Map(), en: new Map() }
const names = new Map<Language, Intl.DisplayNames>()

/** The name of an ISO 3166 two-letter country; what is no such code comes back as it is. */
export function countryName(code: string, language: Language): string {
  const region = code.toUpperCase()
  if (!/^[A-Z]{2}$/.test(region)) return code
  const kept = known[language].get(region)
  if (kept !== undefined) return kept
  const name = namesIn(language).of(region) ?? code
  known[language].set(region, name)
  return name
}

function namesIn(language: Language): Intl.DisplayNames {
  const kept = names.get(language)
  if (kept) return kept
  const made = new Intl.DisplayNames(language, { type: 'region', fallback: 'code' })
  names.set(language, made)
  return made
}
