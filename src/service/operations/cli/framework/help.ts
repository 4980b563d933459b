/** Prints the help: all nouns by group, the verbs of a noun, or the usage of a verb. */
import { say, sayJson } from '../terminal.ts'
import { requireNoun } from './call.ts'
import type { Noun } from './noun.ts'
import { loadNoun, NOUN_GROUPS, NOUNS, OWN_WORDS } from './noun-list.ts'

/** @param words a noun and a verb, which may be missing; further words are ignored @throws UsageError if they are unknown */
export async function printHelp(words: readonly string[], isJson: boolean): Promise<void> {
  const [word = '', verb] = words
  if (word === '') return void (isJson ? sayJson({ groups: NOUN_GROUPS }) : say(overview()))
  if (Object.hasOwn(OWN_WORDS, word)) return void say(OWN_USAGES[word] ?? '')
  const name = requireNoun(word)
  const noun = await loadNoun(name)
  if ('actions' in noun && verb === undefined)
    return void (isJson ? sayJson(verbsOf(name, noun)) : say(verbList(name, noun)))
  const { verbUsage, resolveVerb } = await import('./verb.ts')
  const usage = verbUsage(resolveVerb(name, noun, verb))
  if (isJson) sayJson({ usage })
  else say(usage)
}

const OWN_USAGES: Record<string, string> = {
  help: 'Usage: ./pardeh help [noun] [verb]',
  completion: [
    'Usage: ./pardeh completion bash|zsh',
    '',
    'Prints a script that completes nouns, verbs, options and files. In ~/.bashrc or ~/.zshrc, with the path of your installation:',
    '',
    '  source <(/opt/pardeh/pardeh completion bash)',
    '  source <(/opt/pardeh/pardeh completion zsh)      after compinit',
  ].join('\n'),
}

function overview(): string {
  return [
    'Usage: ./pardeh NOUN VERB …',
    ...NOUN_GROUPS.flatMap(({ title, nouns }) => ['', title, ...rows(Object.entries(nouns))]),
    '',
    'Options of verbs, in any position',
    ...rows([
      ['--dry-run', 'shows what would be done and changes nothing'],
      ['--as NAME', 'the name for the audit log'],
      ['--yes', 'skips the question before an action that cannot be undone'],
      ['--json', 'prints only JSON, errors included'],
      ['--help', 'explains the noun or verb'],
    ]),
    '',
    'Exit codes',
    ...rows([
      ['0', 'done'],
      ['1', 'some or all of the work failed'],
      ['2', 'refused before anything was changed'],
    ]),
    '',
    './pardeh help NOUN lists its verbs, ./pardeh help NOUN VERB shows the usage. Also: ./pardeh completion bash|zsh, ./pardeh --version.',
  ].join('\n')
}

type WithVerbs = Extract<Noun, { actions: unknown }>

function verbsOf(name: string, { actions }: WithVerbs) {
  const verbs = Object.entries(actions).map(([verb, { summary }]) => ({ verb, summary }))
  return { noun: name, summary: NOUNS.get(name), verbs }
}

function verbList(name: string, noun: WithVerbs): string {
  const { summary, verbs } = verbsOf(name, noun)
  return [
    `Usage: ./pardeh ${name} VERB …`,
    '',
    `${summary}.`,
    '',
    ...rows(verbs.map(({ verb, summary }) => [verb, summary])),
    '',
    `./pardeh help ${name} VERB shows its arguments and options.`,
  ].join('\n')
}

function rows(entries: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(12, ...entries.map(([name]) => name.length + 2))
  return entries.map(([name, text]) => `  ${name.padEnd(width)}${text}`)
}
