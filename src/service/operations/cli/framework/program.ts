/** Runs ./pardeh: the help, the completion, or a verb of a noun. */
import { say, sayJson } from '../terminal.ts'
import { asksForHelp, dropOptions, takeNoun } from './call.ts'
import type { Noun } from './noun.ts'
import { loadNoun } from './noun-list.ts'

/** Reports an error as text or JSON, as the call requires. Returns the exit code. */
export type Report = (error: unknown) => Promise<number>

/**
 * @param takeReport receives, before the command starts, the function that reports errors which nothing awaits
 * @returns the exit code
 */
export async function runProgram(
  words: readonly string[],
  takeReport: (report: Report) => void = () => undefined,
): Promise<number> {
  const isJson = words.includes('--json')
  let noun: Noun | null = null
  const report: Report = async error => {
    const { reportFailure } = await import('../report-failure.ts')
    return reportFailure(error, { ...errorsOf(noun), isJson })
  }
  takeReport(report)
  try {
    const [first = '', ...others] = dropOptions(words)
    if (first === 'help' || asksForHelp(words)) {
      const { printHelp } = await import('./help.ts')
      await printHelp(first === 'help' ? others : [first, ...others], isJson)
      return 0
    }
    if (words[0] === '--version' || words[0] === '-V') return await printVersion(isJson)
    if (first === 'completion') {
      const { printCompletion } = await import('./completion.ts')
      await printCompletion(words.slice(words.indexOf('completion') + 1))
      return 0
    }
    const call = takeNoun(words)
    noun = await loadNoun(call.noun)
    const { runVerb } = await import('./verb.ts')
    return await runVerb(call.noun, noun, call.words)
  } catch (error) {
    return report(error)
  }
}

function errorsOf(noun: Noun | null): Pick<Noun, 'refusals' | 'failures'> {
  return { refusals: noun?.refusals ?? [], failures: noun?.failures ?? [] }
}

async function printVersion(isJson: boolean): Promise<number> {
  const { readFile } = await import('node:fs/promises')
  const { version } = JSON.parse(await readFile('package.json', 'utf8')) as { version: string }
  if (isJson) sayJson({ version })
  else say(version)
  return 0
}
