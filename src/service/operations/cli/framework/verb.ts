/** Runs a verb of a noun: commander reads its options and arguments, then its action runs. */
import { userInfo } from 'node:os'
import { Argument, Command, CommanderError, Option } from 'commander'
import { escapeLine } from '#src/lib/text/visible.ts'
import { COMMON_OPTIONS, checkOptions, requireVerb, takeVerb } from './call.ts'
import { ArgumentsError, UsageError } from './errors.ts'
import { type Field, type Fields, takesValue } from './fields.ts'
import type { Action, Noun } from './noun.ts'
import { refuseSwallowedOptions } from './npm-options.ts'
import { runAction } from './run-action.ts'

const MISSING_OPTION = 'commander.missingMandatoryOptionValue'

type Verb = {
  noun: string
  /** The name in the audit log; `run` for a noun without verbs. */
  name: string
  action: Action
  /** The words of its help page: `users show`, or `backup`. */
  help: string
}

/** @param name of a verb; left out for a noun without verbs @throws UsageError if the verb does not exist */
export function resolveVerb(nounName: string, noun: Noun, name?: string): Verb {
  if ('only' in noun) return { noun: nounName, name: 'run', action: noun.only, help: nounName }
  const known = requireVerb(nounName, Object.keys(noun.actions), name ?? '')
  const action = noun.actions[known] as Action
  return { noun: nounName, name: known, action, help: `${nounName} ${known}` }
}

/** Returns the exit code. @throws UsageError for words that the verb does not take */
export async function runVerb(
  nounName: string,
  noun: Noun,
  words: readonly string[],
): Promise<number> {
  const { verb, rest } = splitVerb(nounName, noun, words)
  const { action, help } = verb
  refuseSwallowedOptions({
    options: npmOptionsOf(action),
    words: [...help.split(' '), ...rest],
    environment: process.env,
  })
  const valued = ['--as', ...valuedOptions(action)]
  checkOptions(rest, { options: optionNames(action), valued, help })
  const command = commandOf(verb)
  parse(command, rest, help)
  const given = command.opts<Record<string, string | boolean | undefined>>()
  return runAction({
    noun: nounName,
    name: verb.name,
    action,
    input: inputOf(verb, command),
    actor: String(given.as ?? accountName()),
    isDryRun: Boolean(given.dryRun),
    isJson: Boolean(given.json),
    isConfirmed: Boolean(given.yes),
  }).catch(error => {
    // The action throws this error but does not know its own name, so the help is added here.
    if (error instanceof ArgumentsError) throw new ArgumentsError(error.message, help)
    throw error
  })
}

function splitVerb(nounName: string, noun: Noun, words: readonly string[]) {
  if ('only' in noun) {
    // Reports the form `npm run backup -- DIR`, which older versions had.
    if (words[0] === '--') takeVerb(nounName, [], words)
    return { verb: resolveVerb(nounName, noun), rest: words }
  }
  const taken = takeVerb(nounName, Object.keys(noun.actions), words)
  return { verb: resolveVerb(nounName, noun, taken.verb), rest: taken.words }
}

/** Returns the option names of a verb with their dashes, and the common options. */
function optionNames(action: Action): string[] {
  const own = Object.keys(action.options ?? {}).map(name => `--${name}`)
  return [...new Set([...own, ...COMMON_OPTIONS])]
}

function valuedOptions({ options = {} }: Action): string[] {
  return Object.entries(options).flatMap(([name, field]) =>
    takesValue(field) ? [`--${name}`] : [],
  )
}

/** Includes `--yes` only for verbs that take it, because npx has an option of this name. */
function npmOptionsOf({ options = {}, effect }: Action): Record<string, string | undefined> {
  const own = Object.entries(options).map(([name, { placeholder }]) => [name, placeholder] as const)
  return {
    'dry-run': undefined,
    json: undefined,
    as: 'NAME',
    ...(effect === 'destroys' ? { yes: undefined } : {}),
    ...Object.fromEntries(own),
  }
}

/** Returns the usage of a verb, as `./pardeh help NOUN VERB` prints it. */
export function verbUsage(verb: Verb): string {
  const { details } = verb.action
  return [commandOf(verb).helpInformation().trimEnd(), ...(details ? ['', details] : [])].join('\n')
}

function commandOf({ action, help }: Verb): Command {
  const command = new Command(`./pardeh ${help}`)
    .usage(usageLine(action))
    .description(action.summary)
    .exitOverride()
    .helpCommand(false)
    .helpOption('--help', 'prints this')
    .allowExcessArguments(false)
    .configureOutput({ writeOut: () => undefined, writeErr: () => undefined })
  addFields(command, action)
  return command
}

/** Returns the first line of the help with all required options: `--days <N> [options] <person>`. */
function usageLine({ args = {}, options = {} }: Action): string {
  const needed = Object.entries(options).flatMap(([name, { placeholder, isOptional }]) =>
    isOptional ? [] : [`--${name} <${placeholder}>`],
  )
  return [...needed, '[options]', ...Object.entries(args).map(argumentTerm)].join(' ')
}

function argumentTerm([name, { isOptional, isVariadic }]: [string, Field<unknown>]): string {
  const written = isVariadic ? `${name}...` : name
  return isOptional ? `[${written}]` : `<${written}>`
}

function addFields(command: Command, { args = {}, options = {}, effect }: Action): void {
  for (const [name, field] of Object.entries(args))
    command.addArgument(new Argument(argumentTerm([name, field]), field.text))
  for (const [name, { text, placeholder, isOptional }] of Object.entries(options)) {
    const option = new Option(placeholder ? `--${name} <${placeholder}>` : `--${name}`, text)
    command.addOption(option.makeOptionMandatory(!isOptional))
  }
  if (effect !== 'reads') {
    command.option('--dry-run', 'shows what would be done and changes nothing')
    command.option('--as <name>', 'the name for the audit log')
  }
  if (effect === 'destroys') command.option('--yes', 'skips the question')
  command.option('--json', 'prints the result as JSON')
}

/** @throws ArgumentsError with the message of commander in one line */
function parse(command: Command, words: readonly string[], help: string): void {
  try {
    command.parse(words, { from: 'user' })
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    const missing = error.code === MISSING_OPTION && missingOption(command)
    if (missing)
      throw new ArgumentsError(`${missing.flags} is missing: ${missing.description}.`, help)
    // The message quotes the words of the call, so control characters are made visible.
    const text = words.reduce((shown, word) => shown.replaceAll(word, escapeLine), error.message)
    throw new ArgumentsError(text.replace(/^error: /, '').replaceAll('\n', ' '), help)
  }
}

function missingOption(command: Command): Option | undefined {
  return command.options.find(
    option => option.mandatory && command.getOptionValue(option.attributeName()) === undefined,
  )
}

/** @throws ArgumentsError if a field refuses its value */
function inputOf({ action, help }: Verb, command: Command): Record<string, unknown> {
  const { args = {}, options = {} } = action
  const given = command.opts<Record<string, string | boolean | undefined>>()
  const input: Record<string, unknown> = {}
  const read = (field: Field<unknown>, word: string | boolean | undefined, name: string) =>
    readField({ field, word, name, help })
  Object.entries(args).forEach(([key, field], at) => {
    input[key] = field.isVariadic
      ? command.args.slice(at).map(word => read(field, word, key))
      : read(field, command.args[at], key)
  })
  for (const [key, field] of Object.entries(options as Fields))
    input[key] = read(field, given[camelCase(key)], `--${key}`)
  return input
}

type Reading = {
  field: Field<unknown>
  word: string | boolean | undefined
  name: string
  help: string
}

function readField({ field, word, name, help }: Reading): unknown {
  if (word === undefined) return field.fallback
  try {
    return field.read(String(word), name)
  } catch (error) {
    if (error instanceof UsageError) throw new ArgumentsError(error.message, help)
    throw error
  }
}

/** Returns the uid if the user has no name, as in some containers. */
function accountName(): string {
  try {
    return userInfo().username
  } catch {
    return `uid ${process.getuid?.()}`
  }
}

function camelCase(name: string): string {
  return name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
}
