/** Languages as files, their names and operators write them: `fas`, `fa-IR`, `fas,eng`, `Persian`. */
import { searchText } from '#src/lib/text/normalise.ts'

/** ISO 639-2/B codes, which BCP 47 lacks, with their ISO 639-1 codes. */
const BIBLIOGRAPHIC: Record<string, string> = {
  alb: 'sq',
  arm: 'hy',
  baq: 'eu',
  bur: 'my',
  chi: 'zh',
  cze: 'cs',
  dut: 'nl',
  fre: 'fr',
  geo: 'ka',
  ger: 'de',
  gre: 'el',
  ice: 'is',
  mac: 'mk',
  mao: 'mi',
  may: 'ms',
  per: 'fa',
  rum: 'ro',
  slo: 'sk',
  tib: 'bo',
  wel: 'cy',
}
/** Codes for several languages, none, one without a code, or unknown, and codes for private use. */
const NO_LANGUAGE = /^(?:mul|zxx|mis|und|q[a-t][a-z])$/
const CODE = /^([a-z]{2,3})((?:[-_][a-z0-9]+)*)$/i

/** Names that neither Unicode's tables nor the languages themselves use. */
const OTHER_NAMES: Record<string, string> = {
  farsi: 'fa',
  parsi: 'fa',
  dari: 'fa',
  mandarin: 'zh',
  castilian: 'es',
  flemish: 'nl',
  azeri: 'az',
  sorani: 'ckb',
  kurmanji: 'ku',
}
const LETTERS = [...'abcdefghijklmnopqrstuvwxyz']
/** Languages with a code of three letters that films in Iran have. */
const LONG_CODES = ['ckb', 'prs', 'azb', 'bal', 'glk', 'mzn', 'lrc', 'fil', 'yue']
const LANGUAGES_OF_NAMES = ['en', 'fa']

/** Returns the shortest BCP 47 code without region and script; empty if the tag names no language. */
export function toBcp47(tag: string | undefined): string {
  return toRegionalTag(tag).split('-')[0] ?? ''
}

/**
 * Returns the BCP 47 tag with its region and script: `fa-IR`, `zh-Hant`. Of several languages the first counts. Empty if
 * the tag names no language.
 */
export function toRegionalTag(tag: string | undefined): string {
  const parts = (tag ?? '').split(/[,;/|]/).map(part => part.trim())
  for (const part of parts) {
    const known = tagOfCode(part) || tagOfName(part)
    if (known) return known
  }
  return ''
}

function tagOfCode(text: string): string {
  const [, code = '', rest = ''] = CODE.exec(text) ?? []
  const language = code.toLowerCase()
  if (!language || NO_LANGUAGE.test(language)) return ''
  const whole = `${BIBLIOGRAPHIC[language] ?? language}${rest.replaceAll('_', '-')}`
  try {
    const { language: base, script, region } = new Intl.Locale(whole)
    return [base, script, region].filter(Boolean).join('-')
  } catch {
    return rest ? tagOfCode(language) : ''
  }
}

/** `Persian (Iran)` and `English - SDH` name the language first. */
function tagOfName(text: string): string {
  const names = languageNames()
  const [first = ''] = text.split(/[([\-–—:]/)
  return names.get(searchText(text)) ?? names.get(searchText(first)) ?? ''
}

let knownNames: Map<string, string> | undefined

/** Returns language codes by name, in English, Persian and the language itself. */
function languageNames(): Map<string, string> {
  if (knownNames) return knownNames
  const names = new Map(Object.entries(OTHER_NAMES).map(([name, code]) => [searchText(name), code]))
  const codes = [...LETTERS.flatMap(first => LETTERS.map(second => first + second)), ...LONG_CODES]
  for (const code of codes) {
    for (const language of [...LANGUAGES_OF_NAMES, code]) {
      const shown = new Intl.DisplayNames(language, { type: 'language', fallback: 'none' }).of(code)
      const name = searchText(shown ?? '')
      // Two letters would be a code, and retired codes must not replace the current one.
      if (name.length > 2 && !names.has(name)) names.set(name, new Intl.Locale(code).language)
    }
  }
  knownNames = names
  return names
}

/** Returns the language that the title of a track names, such as `English (5.1)`; empty if it names none. */
export function languageOfTitle(title: string): string {
  return tagOfName(title.trim())
}
