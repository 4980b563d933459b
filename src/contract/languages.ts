/** The languages of the product, and values in each of them. This file must not import zod, because browsers load it too. */
export const LANGUAGES = ['fa', 'en'] as const
export type Language = (typeof LANGUAGES)[number]
export const DEFAULT_LANGUAGE: Language = LANGUAGES[0]

/** A value for every language. */
export type Localized<T = string> = Readonly<Record<Language, T>>

/** Languages in which to look for a translation, the language itself first. */
export const FALLBACKS: Localized<readonly Language[]> = /* @__PURE__ */ mapLanguages(language => [
  language,
  ...otherLanguages(language),
])

export function isLanguage(tag: string | undefined): tag is Language {
  return (LANGUAGES as readonly (string | undefined)[]).includes(tag)
}

export function otherLanguages(language: Language): Language[] {
  return LANGUAGES.filter(other => other !== language)
}

/** Returns an object with the value that `make` returns for each language. */
export function mapLanguages<T>(make: (language: Language) => T): Record<Language, T> {
  const values: Partial<Record<Language, T>> = {}
  for (const language of LANGUAGES) values[language] = make(language)
  return values as Record<Language, T>
}

/** Returns the value in a language, or in another one if it was not translated. */
export function pickTranslation<T>(
  value: Partial<Localized<T | null>> | undefined,
  language: Language,
): T | undefined {
  for (const each of FALLBACKS[language]) {
    const translation = value?.[each]
    if (translation !== undefined && translation !== null) return translation
  }
  return undefined
}
