/** Import problems in the language of the console. The service writes them in English, for terminals and files too. */
import { useTranslate } from 'react-admin'
import { localDigits } from '#src/lib/text/digits.ts'
import { staffLanguage } from './language.ts'

/** What the service writes, with the names of what it names in the dictionary; the first pattern that fits counts. */
const PROBLEMS: readonly (readonly [RegExp, string])[] = [
  [/^is required$/, 'required'],
  [/^is required by the flag content_has_ticket$/, 'ticketPrice'],
  [/^is not a field of the format$/, 'unknownField'],
  [/^is not an allowed value: (.+)$/, 'notAllowed'],
  [/^has the wrong form: (.+); an example is (.+)$/, 'wrongFormExample'],
  [/^has the wrong form: (.+)$/, 'wrongForm'],
  [/^must be a whole number, not (.+)$/, 'wholeNumber'],
  [/^must be a number, not (.+)$/, 'number'],
  [/^must be a text, not (.+)$/, 'text'],
  [/^must be a list, not (.+)$/, 'list'],
  [/^must be true or false, not (.+)$/, 'boolean'],
  [/^must be at most (\d+) characters, not (.+)$/, 'charactersMost'],
  [/^must be (\d+) characters or more, not (.+)$/, 'charactersLeast'],
  [/^must be at most (\d+) entries, not (.+)$/, 'entriesMost'],
  [/^must be (\d+) entries or more, not (.+)$/, 'entriesLeast'],
  [/^must be at most (-?\d+), not (.+)$/, 'most'],
  [/^must be (-?\d+) or more, not (.+)$/, 'least'],
  [/^must be more than 0$/, 'positive'],
  [/^must be (.+) or (.+), not (.+)$/, 'oneOf'],
  [/^must be (.+), not (.+)$/, 'exactly'],
  [/^names (.+), which is not a (?:genre|collection): .*Existing ones: (.+)$/, 'category'],
  [/^names (.+), which is not an artist: .+$/, 'artist'],
  [/^names (.+), which is not a title$/, 'title'],
  [/^names (.+), which is not a .+$/, 'unknown'],
  [/^names (.+), which is not in (.+)$/, 'notIn'],
  [/^names unknown titles: (.+)$/, 'unknownTitles'],
  [/^names (.+), a file that does not exist next to the import file$/, 'noFile'],
  [/^(.+) also appears on an earlier line$/, 'repeated'],
  [/^(.+) appears twice in this title$/, 'twice'],
  [/^(.+) is an episode of another title$/, 'episode'],
  [/^(.+) already belongs to another title$/, 'belongs'],
  [/^cannot be (.+): published_at is (.+)$/, 'beforePublication'],
  [/^cannot be (.+): write hours, minutes and seconds such as (.+)$/, 'duration'],
  [/^is (.+), which a spreadsheet saves for a value that it cannot show$/, 'cellError'],
  [/^is (.+), a number that a spreadsheet has shortened: format the column as text$/, 'shortened'],
  [/^contains a letter that cannot be decoded: (.+)\. Save the file as UTF-8\.$/, 'undecoded'],
  [/^is longer than 4 MB$/, 'tooLong'],
]
const NAMES = ['a', 'b', 'c'] as const

type Known = { key: string; values: Record<string, string> }

/** Returns the key of a problem in `staff.problems`, and the values of its text; null if the dictionary does not have it. */
export function readProblem(reason: string): Known | null {
  for (const [pattern, key] of PROBLEMS) {
    const parts = pattern.exec(reason)
    if (!parts) continue
    const values = parts.slice(1).map((value, at) => [NAMES[at], value])
    return { key, values: Object.fromEntries(values) }
  }
  return null
}

/** Returns how to write a problem; one that the dictionary does not have stays as the service wrote it. */
export function useProblemText(): (reason: string) => string {
  const translate = useTranslate()
  return reason => {
    const known = readProblem(reason)
    if (!known) return reason
    const shown = Object.entries(known.values).map(([name, value]) => [name, shownValue(value)])
    return translate(`staff.problems.${known.key}`, Object.fromEntries(shown))
  }
}

/** A limit has the digits of the language; what the file has keeps its own direction. */
function shownValue(value: string): string {
  const text = /^-?\d+$/.test(value) ? localDigits(value, staffLanguage()) : value
  return `\u2068${text}\u2069`
}
