/** Parses the words after ./pardeh: finds the noun, the verb and the options, and refuses wrong calls before anything is loaded. */
import { line } from '../terminal.ts'
import { UsageError } from './errors.ts'
import { nearestWord } from './nearest-word.ts'
import { NOUNS, OWN_WORDS } from './noun-list.ts'

/** Options that every verb with changes takes. They may also come before the noun or the verb. */
const COMMON_FLAGS = ['--dry-run', '--yes', '--json']
export const ACTOR_OPTION = '--as'
export const COMMON_OPTIONS: readonly string[] = [...COMMON_FLAGS, ACTOR_OPTION]

type Split = { options: string[]; word: string | undefined; rest: string[] }

/** Splits off the common options before the first word, and the word itself. Messages call the word `name`. */
function takeWord(words: readonly string[], name: string, help: string): Split {
  const options: string[] = []
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as string
    if (COMMON_FLAGS.includes(word) || word.startsWith(`${ACTOR_OPTION}=`)) options.push(word)
    else if (word === ACTOR_OPTION) {
      const value = words[++at]
      if (value === undefined || value.startsWith('-')) throw valueMissing(word, value, help)
      options.push(word, value)
    } else if (word === '--')
      throw new UsageError(
        line`Nothing was done. Leave out the -- of npm and run: ./pardeh ${shellWords([...help.split(' ').filter(Boolean), ...options, ...words.slice(at + 1)])}`,
        { code: 'usage', help },
      )
    else if (word.startsWith('-'))
      throw new UsageError(line`${word} is not an option that can come before the ${name}.`, {
        code: 'usage',
        help,
      })
    else return { options, word, rest: words.slice(at + 1) }
  }
  return { options, word: undefined, rest: [] }
}

/** @throws UsageError if the noun is missing or unknown */
export function takeNoun(words: readonly string[]) {
  const { options, word, rest } = takeWord(words, 'noun', '')
  if (word === undefined)
    throw new UsageError('Name a noun, such as ./pardeh users.', { code: 'usage', help: '' })
  return { noun: requireNoun(word), words: [...options, ...rest] }
}

/** @throws UsageError if the verb is missing or unknown */
export function takeVerb(noun: string, verbs: readonly string[], words: readonly string[]) {
  const { options, word, rest } = takeWord(words, 'verb', noun)
  if (word === undefined)
    throw new UsageError(`${noun} needs a verb, one of ${verbs.join(', ')}.`, {
      code: 'usage',
      details: { verbs },
      help: noun,
    })
  return { verb: requireVerb(noun, verbs, word), words: [...options, ...rest] }
}

export function requireNoun(word: string): string {
  if (NOUNS.has(word)) return word
  const suggestion = nearestWord(word, [...NOUNS.keys(), ...Object.keys(OWN_WORDS)])
  throw new UsageError(line`There is no noun "${word}".${didYouMean(suggestion)}`, {
    code: 'unknown_noun',
    details: { noun: word, suggestion },
    help: '',
  })
}

export function requireVerb(noun: string, verbs: readonly string[], word: string): string {
  if (verbs.includes(word)) return word
  const suggestion = nearestWord(word, verbs)
  throw new UsageError(
    line`${noun} has no verb "${word}".${didYouMean(suggestion && `${noun} ${suggestion}`)}`,
    {
      code: 'unknown_verb',
      details: { noun, verb: word, suggestion },
      help: noun,
    },
  )
}

function didYouMean(words: string | null): string {
  return words ? ` Did you mean ./pardeh ${words}?` : ''
}

/** True if the words ask for help; a word after `--` is an argument. */
export function asksForHelp(words: readonly string[]): boolean {
  const end = words.indexOf('--')
  const asked = end < 0 ? words : words.slice(0, end)
  return asked.includes('--help') || asked.includes('-h')
}

/** Returns the words that are not options, for `--help` in any position. */
export function dropOptions(words: readonly string[]): string[] {
  return words.filter((word, at) => !word.startsWith('-') && words[at - 1] !== ACTOR_OPTION)
}

/**
 * Refuses unknown options, and words that would hide an option: an option in the place of another option's value, an option after `--`,
 * or one whose dashes a text editor turned into a long dash. If --dry-run were lost that way, the command would make the change.
 * @param options of the verb, with their dashes; those in `valued` take a value
 */
export function checkOptions(
  words: readonly string[],
  {
    options,
    valued,
    help,
  }: { options: readonly string[]; valued: readonly string[]; help: string },
): void {
  const end = words.indexOf('--')
  for (const [at, word] of words.entries()) {
    const isAfterEnd = end >= 0 && at > end
    if (isAfterEnd && COMMON_OPTIONS.some(option => isOption(word, option)))
      throw new UsageError(line`${word} has no effect after --. Write it before the --.`, {
        code: 'usage',
        help,
      })
    const isValue = at > 0 && valued.includes(words[at - 1] as string)
    if (!isAfterEnd && !isValue && /^--\w/.test(word)) {
      const [name = ''] = word.split('=', 1)
      if (!options.includes(name)) throw unknownOption(name, options, help)
    }
    const next = words[at + 1]
    if (!isAfterEnd && valued.includes(word) && next !== undefined)
      if (options.some(option => isOption(next, option))) throw valueMissing(word, next, help)
    const [, dashed] =
      /^[\u2010-\u2015\u2212](?:-|[\u2010-\u2015\u2212])?([a-z-]+)$/.exec(word) ?? []
    if (dashed && options.includes(`--${dashed}`))
      throw new UsageError(line`${word} begins with a long dash. Write --${dashed} instead.`, {
        code: 'usage',
        help,
      })
  }
}

function unknownOption(name: string, options: readonly string[], help: string): UsageError {
  const suggestion = nearestWord(name, options)
  const text = line`There is no option ${name}.${suggestion ? ` Did you mean ${suggestion}?` : ''}`
  return new UsageError(text, { code: 'usage', details: { option: name, suggestion }, help })
}

function isOption(word: string, option: string): boolean {
  return word === option || word.startsWith(`${option}=`)
}

function valueMissing(option: string, next: string | undefined, help: string): UsageError {
  const found = next === undefined ? '' : line`, not ${next}`
  return new UsageError(`${option} needs a value${found}.`, { code: 'usage', help })
}

/** Quotes the words for a shell. */
export function shellWords(words: readonly string[]): string {
  return words
    .map(word =>
      /^[\p{L}\p{N}_@%+=:,./-]+$/u.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`,
    )
    .join(' ')
}
