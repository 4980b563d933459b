/** Direction and paths of each language. Its formats are in formats.ts, its words in locales/ and lib/text/vocabulary.ts. */
import {
  byLanguage,
  DEFAULT_LANGUAGE,
  isLanguage,
  LANGUAGES,
  type Language,
  type Localized,
} from '#src/contract/languages.ts'

export const DIRECTION: Localized<'rtl' | 'ltr'> = { fa: 'rtl', en: 'ltr' }
export const OPEN_GRAPH_LOCALE: Localized = { fa: 'fa_IR', en: 'en_US' }

export function dir(language: Language): 'rtl' | 'ltr' {
  return DIRECTION[language]
}

/** Paths in the default language have no prefix, the others begin with their language: `/faq` and `/en/faq`. */
function prefixOf(language: Language): string {
  return language === DEFAULT_LANGUAGE ? '' : `/${language}`
}

export function languageOf(path: string): Language {
  const first = path.split(/[/?#]/, 2)[1]
  return isLanguage(first) ? first : DEFAULT_LANGUAGE
}

/** The path without its language: `/en/faq` is `/faq`, and the root stays `/`. */
export function barePath(path: string): string {
  const bare = path.slice(prefixOf(languageOf(path)).length)
  return bare.startsWith('/') ? bare : `/${bare}`
}

/** The same page in a language, whichever one the path was in; a query and a hash stay. */
export function localPath(path: string, language: Language): string {
  const bare = barePath(path)
  const prefix = prefixOf(language)
  return prefix ? prefix + bare.replace(/^\/(?=$|[?#])/, '') : bare
}

/** Like `localPath`, and the page that `redirect=` names is in that language too: what a language switch links to. */
export function switchedPath(path: string, language: Language): string {
  return localPath(path, language).replace(
    /([?&]redirect=)((?:\/|%2F)[^&#]*)/i,
    (_, name: string, value: string) => name + switchedValue(value, language),
  )
}

function switchedValue(encoded: string, language: Language): string {
  try {
    return encodeURIComponent(switchedPath(decodeURIComponent(encoded), language))
  } catch {
    return encoded
  }
}

/** The paths of a page in all languages. */
export function localPaths(path: string): Localized {
  return byLanguage(language => switchedPath(path, language))
}

/** For `<link rel="alternate">`: every language, then the default for all others. */
export function alternates(paths: Localized): { hreflang: string; path: string }[] {
  const each = LANGUAGES.map(language => ({ hreflang: language as string, path: paths[language] }))
  return [...each, { hreflang: 'x-default', path: paths[DEFAULT_LANGUAGE] }]
}
