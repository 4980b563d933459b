/** Queries that people type for real titles, by class. They are written independently of the code that reads them. */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { ImportTitle } from '#src/contract/import.ts'
import { searchText } from '#src/lib/text/normalise.ts'

/** A query, and the Persian name of the title that it means. */
export type Query = { typed: string; meant: string }

/** The letters of a Persian keyboard in the order of the English keys, written independently of the code under test. */
const PERSIAN_KEYS: Record<string, string> = {
  ا: 'h',
  آ: 'H',
  ب: 'f',
  پ: 'm',
  ت: 'j',
  ث: 'e',
  ج: '[',
  چ: ']',
  ح: 'p',
  خ: 'o',
  د: 'n',
  ذ: 'b',
  ر: 'v',
  ز: 'c',
  ژ: 'C',
  س: 's',
  ش: 'a',
  ص: 'w',
  ض: 'q',
  ط: 'x',
  ظ: 'z',
  ع: 'u',
  غ: 'y',
  ف: 't',
  ق: 'r',
  ک: ';',
  گ: "'",
  ل: 'g',
  م: 'l',
  ن: 'k',
  و: ',',
  ه: 'i',
  ی: 'd',
  ' ': ' ',
} // prettier-ignore

/** Numbers as they occur in titles, and other ways in which people type them. */
const NUMBERS: Record<string, string> = {
  one: '1',
  two: '2',
  three: '3',
  four: '4',
  five: '5',
  seven: '7',
  eight: '8',
  ten: '10',
  forty: '40',
  fifth: '5',
  third: 'three',
  یک: '1',
  دو: '2',
  سه: '3',
  چهار: '4',
  پنج: '5',
  هفت: '7',
  هشت: '8',
  ده: '10',
  هفده: '17',
  بیست: '۲۰',
  چهل: '40',
  پنجاه: '50',
  صد: '100',
  هزار: '1000',
  اول: '1',
  سوم: '3',
  چهارم: '4',
  پنجم: '5',
  '1': 'یک',
  '2': 'دو',
  '3': 'سه',
  '13': 'سیزده',
  '15': 'پانزده',
  '29': 'بیست و نه',
  '33': 'سی و سه',
  '58': 'پنجاه و هشت',
  '114': 'صد و چهارده',
  '2001': 'دو هزار و یک',
} // prettier-ignore
/** Further forms of numbers and ordinals, mapped the other way. */
const ORDINALS: Record<string, string> = {
  one: '۱',
  two: 'second',
  three: 'third',
  first: '1st',
  third: '3rd',
  fifth: '5th',
  seven: '۷',
  fourth: '4th',
  اول: 'یک',
  سوم: '۳',
  چهارم: 'چهار',
  پنجم: '5م',
  '1': 'اول',
  '2': 'دوم',
  '3': 'سوم',
  یک: '۱',
  دو: '۲',
  سه: '۳',
  هفت: '۷',
  چهار: '۴',
  هشت: '۸',
  ده: '۱۰',
  هزار: '۱۰۰۰',
  صد: '۱۰۰',
  چهل: '۴۰',
  پنج: '۵',
} // prettier-ignore

/** Signs in titles that both layouts have, or that the Persian layout writes differently. */
const SIGNS: Record<string, string> = { '؟': '?', '،': '&' }
const SAME_KEYS = /[\s\d۰-۹.:!?\-/&]/

/** Returns a name without its note in brackets, as the service compares it. */
export function plainName(title: string): string {
  return searchText(title.replace(/\(.*\)/, ''))
}

/** Queries in Persian written with Latin letters, for titles of the list. */
export function finglishQueries(): Query[] {
  const file = resolve(import.meta.dirname, '../service/catalogue/search/queries/finglish.txt')
  const lines = readFileSync(file, 'utf8').trim().split('\n')
  return lines.map(line => {
    const [typed = '', meant = ''] = line.split(' = ')
    return { typed, meant }
  })
}

/** Persian titles typed with the English layout. */
export function englishLayoutQueries(films: readonly ImportTitle[]): Query[] {
  const keyOf = (letter: string) =>
    PERSIAN_KEYS[letter] ?? SIGNS[letter] ?? (SAME_KEYS.test(letter) ? letter : undefined)
  return films.flatMap(({ title }) => {
    const meant = (title.fa ?? '').replace(/ \(.*\)/, '').replaceAll('\u200c', ' ')
    return typedBy([...meant].map(keyOf), meant)
  })
}

/** English titles typed with the Persian layout. */
export function persianLayoutQueries(films: readonly ImportTitle[]): Query[] {
  const letters = new Map(Object.entries(PERSIAN_KEYS).map(([letter, key]) => [key, letter]))
  const letterOf = (key: string) => letters.get(key) ?? (SAME_KEYS.test(key) ? key : undefined)
  return films.flatMap(({ title }) =>
    typedBy([...(title.en ?? '').toLowerCase()].map(letterOf), title.fa ?? ''),
  )
}

/** Titles with numbers: digits instead of words, words instead of digits, and ordinals. */
export function numberQueries(films: readonly ImportTitle[]): Query[] {
  return films.flatMap(({ title }) =>
    [title.fa ?? '', title.en ?? ''].flatMap(name =>
      [NUMBERS, ORDINALS].flatMap(others => {
        const words = plainName(name).split(' ')
        const typed = words.map(word => others[word] ?? word).join(' ')
        const isOther = typed !== words.join(' ') && typed.length >= 3
        return isOther ? [{ typed, meant: title.fa ?? '' }] : []
      }),
    ),
  )
}

/** Returns no query if a letter has no key or fewer than three letters are typed. */
function typedBy(keys: readonly (string | undefined)[], meant: string): Query[] {
  const typed = keys.join('')
  return keys.includes(undefined) ||
    plainName(meant).replaceAll(' ', '').length < 3 ||
    typed.length < 3
    ? []
    : [{ typed, meant }]
}
