/**
 * npm consumes options before its own `--`: `npm exec pardeh packages apply FILE --dry-run` starts the command without --dry-run. npm
 * leaves them in the environment, so the command finds them there and refuses to run.
 */
import { shellWords } from './call.ts'
import { UsageError } from './errors.ts'

export type SwallowedBy = {
  /** Options of the verb without dashes, with the placeholder of each option that takes a value. */
  options: Readonly<Record<string, string | undefined>>
  /** The words after ./pardeh. */
  words: readonly string[]
  environment: NodeJS.ProcessEnv
}

/** npm sets these for every program, so they say nothing about the call. */
const ALWAYS_SET = new Set(['prefix'])

/** @throws UsageError that prints the command as the operator must type it */
export function refuseSwallowedOptions({ options, words, environment }: SwallowedBy): void {
  const { npm_command: npmCommand } = environment
  if (!npmCommand) return
  const swallowed = Object.keys(options).flatMap(name => {
    const value = valueFromNpm(environment, name)
    const isRepeated = words.some(word => word === `--${name}` || word.startsWith(`--${name}=`))
    return value === null || isRepeated || ALWAYS_SET.has(name) ? [] : [{ name, value }]
  })
  if (swallowed.length === 0) return
  const written = swallowed.flatMap(({ name, value }) => {
    const placeholder = options[name]
    if (placeholder === undefined) return [`--${name}`]
    return [`--${name}`, value === 'true' ? placeholder : value]
  })
  const names = swallowed.map(({ name }) => `--${name}`)
  throw new UsageError(
    `npm took ${names.join(' and ')} for itself. Nothing was done. Run: ./pardeh ${shellWords([...words, ...written])}`,
    { code: 'swallowed_option', details: { options: names } },
  )
}

/** Returns null unless npm received the option. npm sets the name in lower case; an operator may have set it in upper case. */
function valueFromNpm(environment: NodeJS.ProcessEnv, name: string): string | null {
  const key = `npm_config_${name.replaceAll('-', '_')}`
  const value = environment[key] ?? environment[key.toUpperCase()]
  return value && value !== 'false' ? value : null
}
