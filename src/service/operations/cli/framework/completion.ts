/** Shell completion. `./pardeh completion bash` prints a script that calls `./pardeh completion words -- …` for proposals. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PROJECT_ROOT } from '../../../platform/project-root.ts'
import { say } from '../terminal.ts'
import { ACTOR_OPTION, COMMON_OPTIONS } from './call.ts'
import { UsageError } from './errors.ts'
import { type Field, takesValue } from './fields.ts'
import type { Action, Noun } from './noun.ts'
import { loadNoun, NOUNS, OWN_WORDS } from './noun-list.ts'

const SHELLS = ['bash', 'zsh']
/** The line that makes the shell complete file names. */
const FILES = ':files'

type Proposal = readonly [word: string, description: string]

/** @throws UsageError if the shell is not supported */
export async function printCompletion(words: readonly string[]): Promise<void> {
  const [shell = ''] = words
  if (shell === 'words') return printProposals(words.slice(words.indexOf('--') + 1))
  if (!SHELLS.includes(shell))
    throw new UsageError(`Name the shell: ./pardeh completion ${SHELLS.join(' or ')}.`, {
      code: 'usage',
      help: 'completion',
    })
  const script = join(PROJECT_ROOT, 'src/service/operations/cli/completion', `pardeh.${shell}`)
  say(readFileSync(script, 'utf8').trimEnd())
}

async function printProposals(words: readonly string[]): Promise<void> {
  const typed = words.at(-1) ?? ''
  const proposals = await proposalsAfter(words.slice(0, -1), typed)
  if (proposals === 'files') return void say(FILES)
  for (const [word, description] of proposals)
    if (word.startsWith(typed)) say(`${word} ${description}`.trimEnd())
}

async function proposalsAfter(
  before: readonly string[],
  typed: string,
): Promise<readonly Proposal[] | 'files'> {
  const [noun, ...rest] = withoutCommonOptions(before)
  if (noun === undefined) return typed.startsWith('-') ? commonOptions() : nounsAndOwnWords()
  if (noun === 'completion') return SHELLS.map(shell => [shell, ''])
  if (noun === 'help') {
    const [about] = rest
    if (about === undefined) return nounsAndOwnWords()
    return NOUNS.has(about) && rest.length === 1 ? verbs(await loadNoun(about)) : []
  }
  if (!NOUNS.has(noun)) return []
  const found = await loadNoun(noun)
  if ('only' in found) return ofAction(found.only, rest, typed)
  const [verb, ...words] = rest
  if (verb === undefined) return typed.startsWith('-') ? commonOptions() : verbs(found)
  const action = found.actions[verb]
  return action ? ofAction(action, words, typed) : []
}

function ofAction(
  action: Action,
  before: readonly string[],
  typed: string,
): readonly Proposal[] | 'files' {
  const { args = {}, options = {} } = action
  const option = (word: string | undefined) =>
    word?.startsWith('--') ? options[word.slice(2)] : undefined
  const last = before.at(-1)
  const awaiting = option(last)
  if (last === ACTOR_OPTION) return []
  if (awaiting && takesValue(awaiting)) return valuesOf(awaiting)
  if (typed.startsWith('-')) return optionsOf(action).filter(([name]) => !before.includes(name))
  const operands = before.filter((word, at) => {
    const owner = option(before[at - 1])
    return !word.startsWith('-') && !(owner && takesValue(owner)) && before[at - 1] !== ACTOR_OPTION
  })
  const fields = Object.values(args)
  const next = fields[operands.length] ?? fields.at(-1)
  return next && (fields[operands.length] || next.isVariadic) ? valuesOf(next) : []
}

function valuesOf({ completes = [] }: Field<unknown>): readonly Proposal[] | 'files' {
  return completes === 'files' ? completes : completes.map(value => [value, ''])
}

function optionsOf({ options = {}, effect }: Action): Proposal[] {
  const own = Object.entries(options).map(([name, { text }]): Proposal => [`--${name}`, text])
  const common = commonOptions().filter(
    ([name]) =>
      name === '--json' ||
      name === '--help' ||
      (effect !== 'reads' && name !== '--yes') ||
      effect === 'destroys',
  )
  return [...own, ...common.filter(([name]) => !own.some(([other]) => other === name))]
}

function commonOptions(): Proposal[] {
  return [...COMMON_OPTIONS, '--help'].map(name => [name, ''])
}

function nounsAndOwnWords(): Proposal[] {
  return [...NOUNS, ...Object.entries(OWN_WORDS)]
}

function verbs(noun: Noun): Proposal[] {
  if ('only' in noun) return []
  return Object.entries(noun.actions).map(([verb, { summary }]) => [verb, summary])
}

/** Drops the common options, which may come before the noun and the verb. */
function withoutCommonOptions(words: readonly string[]): string[] {
  const remaining: string[] = []
  let isOfVerb = false
  words.forEach((word, at) => {
    const isCommon = COMMON_OPTIONS.some(option => word === option || word.startsWith(`${option}=`))
    const isValue = words[at - 1] === ACTOR_OPTION
    if (isOfVerb || !(isCommon || isValue)) remaining.push(word)
    isOfVerb = remaining.length >= 2
  })
  return remaining
}
