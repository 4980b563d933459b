// The language is part of the path: Persian at the root, English under /en.
import type { Language } from '../text/language.ts'

export type { Language }

export const LANGUAGES = ['fa', 'en'] as const satisfies readonly Language[]

const ENGLISH_ROOT = /^\/en(?=\/|$)/

export interface Alternate {
  hreflang: Language | 'x-default'
  path: string
}

export function dir(language: Language): 'rtl' | 'ltr' {
  return language === 'fa' ? 'rtl' : 'ltr'
}

export function languageOf(pathname: string): Language {
  return ENGLISH_ROOT.test(pathname) ? 'en' : 'fa'
}

/** The path without its language: `/en/faq` is `/faq`, and the root stays `/`. */
export function barePath(path: string): string {
  const bare = path.replace(/^\/en(?=[/?#]|$)/, '')
  return bare.startsWith('/') ? bare : `/${bare}`
}

/** The same page in a language, whichever one the path was in; a query and a hash stay. */
export function localPath(path: string, language: Language): string {
  const bare = barePath(path)
  return language === 'fa' ? bare : `/en${bare.replace(/^\/(?=$|[?#])/, '')}`
}

/** For `<link rel="alternate">`; give `english` where the slug differs by language. */
export function alternates(path: string, english = path): Alternate[] {
  const persian = localPath(path, 'fa')
  return [
    { hreflang: 'fa', path: persian },
    { hreflang: 'en', path: localPath(english, 'en') },
    { hreflang: 'x-default', path: persian },
  ]
}

/** The first of our languages that an Accept-Language header asks for; Persian by default. */
export function acceptedLanguage(header: string | null | undefined): Language {
  const wanted = (header ?? '')
    .split(',')
    .map(range => {
      const [tag = '', quality = ''] = range
        .trim()
        .toLowerCase()
        .split(/;\s*q=/)
      return { language: tag.split('-')[0], quality: quality === '' ? 1 : Number(quality) || 0 }
    })
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality)
  return wanted.map(range => range.language).find(isLanguage) ?? 'fa'
}

export function isLanguage(tag: string | undefined): tag is Language {
  return tag === 'fa' || tag === 'en'
}
