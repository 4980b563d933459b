import type { Language } from './language.ts'

const cache = new Map<Language, Intl.DisplayNames>()

/** The name of an ISO 3166 two-letter country; what is no such code comes back as it is. */
export function countryName(code: string, language: Language): string {
  const region = code.toUpperCase()
  if (!/^[A-Z]{2}$/.test(region)) return code
  return namesIn(language).of(region) ?? code
}

function namesIn(language: Language): Intl.DisplayNames {
  const known = cache.get(language)
  if (known) return known
  const made = new Intl.DisplayNames(language, { type: 'region', fallback: 'code' })
  cache.set(language, made)
  return made
}
