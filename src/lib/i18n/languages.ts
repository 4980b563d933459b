/** Direction and paths of each language. Formats are in formats.ts, words in locales/ and lib/text/vocabulary.ts. */
import {
  DEFAULT_LANGUAGE,
  isLanguage,
  LANGUAGES,
  type Language,
  type Localized,
  mapLanguages,
} from '#src/contract/languages.ts'

const DIRECTION: Localized<'rtl' | 'ltr'> = { fa: 'rtl', en: 'ltr' }
export const OPEN_GRAPH_LOCALE: Localized = { fa: 'fa_IR', en: 'en_US' }

export function dir(language: Language): 'rtl' | 'ltr' {
  return DIRECTION[language]
}

/** Paths in the default language have no prefix; other paths begin with their language: `/faq` and `/en/faq`. */
function prefixOf(language: Language): string {
  return language === DEFAULT_LANGUAGE ? '' : `/${language}`
}

export function pathLanguage(path: string): Language {
  const first = path.split(/[/?#]/, 2)[1]
  return isLanguage(first) ? first : DEFAULT_LANGUAGE
}

/** Returns the first language of an Accept-Language header, or the default one. */
export function acceptedLanguage(header: string | undefined): Language {
  const first = (header ?? '').slice(0, 2).toLowerCase()
  return isLanguage(first) ? first : DEFAULT_LANGUAGE
}

/** Returns the path without its language: `/faq` for `/en/faq`; the root stays `/`. */
export function barePath(path: string): string {
  const bare = path.slice(prefixOf(pathLanguage(path)).length)
  return bare.startsWith('/') ? bare : `/${bare}`
}

/** Returns the same page in a language, whatever the language of the path. Query and hash are kept. */
export function localPath(path: string, language: Language): string {
  const bare = barePath(path)
  const prefix = prefixOf(language)
  return prefix ? prefix + bare.replace(/^\/(?=$|[?#])/, '') : bare
}

/** Returns the target of a language switch: like `localPath`, and the page in `redirect=` is in that language too. */
export function languageSwitchPath(path: string, language: Language): string {
  return localPath(path, language).replace(
    /([?&]redirect=)((?:\/|%2F)[^&#]*)/i,
    (_, name: string, value: string) => name + switchedValue(value, language),
  )
}

function switchedValue(encoded: string, language: Language): string {
  try {
    return encodeURIComponent(languageSwitchPath(decodeURIComponent(encoded), language))
  } catch {
    return encoded
  }
}

/** Returns the paths of a page in all languages. */
export function localPaths(path: string): Localized {
  return mapLanguages(language => languageSwitchPath(path, language))
}

/** Returns the entries of `<link rel="alternate">`: every language, then the default for all others. */
export function alternateLinks(paths: Localized): { hreflang: string; path: string }[] {
  const each = LANGUAGES.map(language => ({ hreflang: language as string, path: paths[language] }))
  return [...each, { hreflang: 'x-default', path: paths[DEFAULT_LANGUAGE] }]
}
