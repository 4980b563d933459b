/** The languages of the product, and texts in all of them. Free of zod: browsers load it too. */
export const LANGUAGES = ['fa', 'en'] as const
export type Language = (typeof LANGUAGES)[number]
export const DEFAULT_LANGUAGE: Language = LANGUAGES[0]

/** A value for every language. */
export type Localized<T = string> = Readonly<Record<Language, T>>

/** Which languages to look in, the language itself first. */
export const FALLBACKS: Localized<readonly Language[]> = /* @__PURE__ */ byLanguage(language => [
  language,
  ...otherLanguages(language),
])

export function isLanguage(tag: string | undefined): tag is Language {
  return (LANGUAGES as readonly (string | undefined)[]).includes(tag)
}

export function otherLanguages(language: Language): Language[] {
  return LANGUAGES.filter(other => other !== language)
}

/** Makes the value of each language. */
export function byLanguage<T>(make: (language: Language) => T): Record<Language, T> {
  const values: Partial<Record<Language, T>> = {}
  for (const language of LANGUAGES) values[language] = make(language)
  return values as Record<Language, T>
}

/** The value in the language, or in another one where it was never translated. */
export function pick<T>(
  value: Partial<Localized<T | null>> | undefined,
  language: Language,
): T | undefined {
  for (const each of FALLBACKS[language]) {
    const found = value?.[each]
    if (found !== undefined && found !== null) return found
  }
  return undefined
}
