/** A noun as a program of the commander library: help, suggestions for typing errors, usage errors. */
import { userInfo } from 'node:os'
import { Argument, Command, CommanderError, Option } from 'commander'
import { visibleLine } from '#src/lib/text/visible.ts'
import { say, sayError } from '../terminal.ts'
import { ArgumentsError, UsageError } from './errors.ts'
import type { Field, Fields } from './fields.ts'
import type { Action, Noun } from './noun.ts'
import { runAction } from './run-action.ts'

const EXIT_USAGE = 2

/** @returns the exit code. A UsageError is told without a stack; one of the arguments and options with the usage of their action. */
export async function runNoun(name: string, noun: Noun, args: readonly string[]): Promise<number> {
  let code = 0
  const program = base(new Command(`npm run ${name} --`), noun.summary, args)
  const add = (command: Command, actionName: string, action: Action) => {
    addFields(command, action)
    command.action(async () => {
      try {
        code = await run(name, actionName, action, command)
      } catch (error) {
        if (!(error instanceof UsageError)) throw error
        const usage = `\n\n${command.helpInformation().trimEnd()}`
        sayError(`${error.message}${error instanceof ArgumentsError ? usage : ''}`)
        code = EXIT_USAGE
      }
    })
  }
  if ('only' in noun) add(program, 'run', noun.only)
  else {
    program.usage('<action> …')
    for (const [actionName, action] of Object.entries(noun.actions))
      add(base(program.command(actionName), action.summary, args), actionName, action)
    if (args.length === 0) {
      sayError(program.helpInformation().trimEnd())
      return EXIT_USAGE
    }
  }
  try {
    await program.parseAsync(args, { from: 'user' })
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    return error.exitCode === 0 ? 0 : EXIT_USAGE
  }
  return code
}

/** @param args what was given, which messages may quote: it stays in its line */
function base(command: Command, summary: string, args: readonly string[]): Command {
  return command
    .description(summary)
    .exitOverride()
    .showHelpAfterError()
    .helpCommand(false)
    .allowExcessArguments(false)
    .configureOutput({
      writeOut: text => void say(text.trimEnd()),
      writeErr: text => void sayError(text.trimEnd()),
      outputError: (text, write) =>
        write(args.reduce((shown, arg) => shown.replaceAll(arg, visibleLine), text)),
    })
}

function addFields(command: Command, { args = {}, options = {}, effect, details }: Action): void {
  for (const [name, { text, isOptional, isVariadic }] of Object.entries(args)) {
    const written = isVariadic ? `${name}...` : name
    command.addArgument(new Argument(isOptional ? `[${written}]` : `<${written}>`, text))
  }
  for (const [name, { text, placeholder, isOptional }] of Object.entries(options)) {
    const option = new Option(placeholder ? `--${name} <${placeholder}>` : `--${name}`, text)
    command.addOption(option.makeOptionMandatory(!isOptional))
  }
  if (effect !== 'reads') {
    command.option('--dry-run', 'only says what would be done')
    command.option('--as <name>', 'who does it, for the audit log')
  }
  if (effect === 'destroys') command.option('--yes', 'does not ask')
  command.option('--json', 'the result for programs')
  if (details) command.addHelpText('after', `\n${details}`)
}

/** @throws ArgumentsError for an argument or option that its field does not take */
function inputOf({ args = {}, options = {} }: Action, command: Command): Record<string, unknown> {
  const given = command.opts<Record<string, string | boolean | undefined>>()
  const input: Record<string, unknown> = {}
  Object.entries(args).forEach(([key, field], at) => {
    input[key] = field.isVariadic
      ? command.args.slice(at).map(word => readField(field, word, key))
      : readField(field, command.args[at], key)
  })
  for (const [key, field] of Object.entries(options as Fields))
    input[key] = readField(field, given[camelCase(key)], `--${key}`)
  return input
}

/** In a container the user may have a number alone. */
function accountName(): string {
  try {
    return userInfo().username
  } catch {
    return `uid ${process.getuid?.()}`
  }
}

async function run(noun: string, name: string, action: Action, command: Command): Promise<number> {
  const given = command.opts<Record<string, string | boolean | undefined>>()
  return runAction({
    noun,
    name,
    action,
    input: inputOf(action, command),
    actor: String(given.as ?? accountName()),
    isDryRun: Boolean(given.dryRun),
    isJson: Boolean(given.json),
    isConfirmed: Boolean(given.yes),
  })
}

function readField(
  field: Field<unknown>,
  given: string | boolean | undefined,
  name: string,
): unknown {
  if (given === undefined) return field.fallback
  try {
    return field.read(String(given), name)
  } catch (error) {
    if (error instanceof UsageError) throw new ArgumentsError(error.message)
    throw error
  }
}

function camelCase(name: string): string {
  return name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
}
