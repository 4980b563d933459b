/** ./pardeh help lists every noun and verb. */
import { execFile } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { takeNoun, takeVerb } from '#src/service/operations/cli/framework/call.ts'
import { UsageError } from '#src/service/operations/cli/framework/errors.ts'
import { NOUN_GROUPS, NOUNS } from '#src/service/operations/cli/framework/noun-list.ts'
import { root } from '#tests/support/sources.ts'

const run = promisify(execFile)
const MOST_MS = 300_000

const files = readdirSync(join(root, 'src/service/operations/cli/nouns'))
  .filter(name => name.endsWith('.ts'))
  .map(name => name.slice(0, -3))

function refusalOf(act: () => unknown): UsageError {
  try {
    act()
  } catch (error) {
    if (error instanceof UsageError) return error
    throw error
  }
  throw new Error('nothing was refused')
}

test('every noun is in one group, on a line of its own', { timeout: MOST_MS }, async () => {
  const listed = NOUN_GROUPS.flatMap(({ nouns }) => Object.keys(nouns))
  expect([...listed].sort()).toEqual([...files].sort())
  const { stdout } = await run(join(root, 'pardeh'), ['help'])
  for (const { title } of NOUN_GROUPS) expect(stdout).toContain(`\n${title}\n`)
  for (const [noun, summary] of NOUNS) {
    expect(stdout).toMatch(new RegExp(`^  ${noun} +${summary}$`, 'm'))
    expect(summary.length, noun).toBeLessThan(80)
  }
})

/** Prints the help of every noun and verb as JSON, all in one process, because loading the nouns takes most of the time. */
const ALL_HELP = `
const { printHelp } = await import('./src/service/operations/cli/framework/help.ts')
const { loadNoun } = await import('./src/service/operations/cli/framework/noun-list.ts')
const write = process.stdout.write
async function printed(...words) {
  let text = ''
  process.stdout.write = chunk => { text += chunk; return true }
  await printHelp(words, false).finally(() => { process.stdout.write = write })
  return text
}
const all = {}
for (const name of process.argv.slice(1)) {
  const { actions = {} } = await loadNoun(name)
  const verbs = []
  for (const [verb, { summary, effect }] of Object.entries(actions))
    verbs.push({ verb, summary, effect, usage: await printed(name, verb) })
  all[name] = { help: await printed(name), verbs }
}
console.log(JSON.stringify(all))
`
type Verb = { verb: string; summary: string; effect: string; usage: string }

test('every noun lists its verbs, and each verb has a usage', { timeout: MOST_MS }, async () => {
  const words = ['--input-type=module', '--eval', ALL_HELP, ...files]
  const { stdout } = await run(process.execPath, words, { cwd: root, maxBuffer: 64_000_000 })
  const all = Object.entries(JSON.parse(stdout) as Record<string, { help: string; verbs: Verb[] }>)
  expect(all.map(([name]) => name)).toEqual(files)
  for (const [name, { help, verbs }] of all) {
    expect(help).toContain(`Usage: ./pardeh ${name} `)
    for (const { verb, summary, effect, usage } of verbs) {
      expect(help).toMatch(new RegExp(`^  ${verb} +\\S`, 'm'))
      expect(help).toContain(summary)
      expect(usage).toContain(`Usage: ./pardeh ${name} ${verb} `)
      expect(usage.includes('--dry-run'), `${name} ${verb}`).toBe(effect !== 'reads')
    }
  }
  expect(all.flatMap(([, { verbs }]) => verbs).length).toBeGreaterThan(60)
})

test.each([
  ['user', 'users'],
  ['usres', 'users'],
  ['catalog', 'catalogue'],
  ['vouchers', 'voucher'],
  ['pack', 'packages'],
  ['Packages', 'packages'],
  ['hlep', 'help'],
])('the noun %s suggests %s', (typed, meant) => {
  const { code, details, message } = refusalOf(() => takeNoun([typed, 'list']))
  expect({ code, details }).toEqual({
    code: 'unknown_noun',
    details: { noun: typed, suggestion: meant },
  })
  expect(message).toContain(`./pardeh ${meant}?`)
})

test.each([
  ['shwo', 'show'],
  ['end-session', 'end-sessions'],
  ['unblokc', 'unblock'],
])('the verb %s suggests %s', (typed, meant) => {
  const verbs = ['show', 'block', 'unblock', 'end-sessions']
  const { code, details } = refusalOf(() => takeVerb('users', verbs, [typed, '0912']))
  expect({ code, details }).toEqual({
    code: 'unknown_verb',
    details: { noun: 'users', verb: typed, suggestion: meant },
  })
})

test('a word that resembles no noun suggests none', () => {
  expect(refusalOf(() => takeNoun(['xyzzy'])).message).toBe('There is no noun "xyzzy".')
})
