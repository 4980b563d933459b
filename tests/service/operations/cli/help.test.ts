/** ./pardeh help lists every noun and verb. */
import { execFile } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test, vi } from 'vitest'
import { takeNoun, takeVerb } from '#src/service/operations/cli/framework/call.ts'
import { UsageError } from '#src/service/operations/cli/framework/errors.ts'
import { printHelp } from '#src/service/operations/cli/framework/help.ts'
import { loadNoun, NOUN_GROUPS, NOUNS } from '#src/service/operations/cli/framework/noun-list.ts'
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

/** Returns what the command prints for the words after `help`. */
async function printed(...words: string[]): Promise<string> {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  try {
    await printHelp(words, false)
    return write.mock.calls.map(([text]) => text).join('')
  } finally {
    write.mockRestore()
  }
}

test('every noun lists its verbs, and each verb has a usage', async () => {
  let verbs = 0
  for (const name of files) {
    const noun = await loadNoun(name)
    const help = await printed(name)
    expect(help).toContain(`Usage: ./pardeh ${name} `)
    for (const [verb, { summary, effect }] of Object.entries(
      'actions' in noun ? noun.actions : {},
    )) {
      verbs++
      expect(help).toMatch(new RegExp(`^  ${verb} +\\S`, 'm'))
      expect(help).toContain(summary)
      const usage = await printed(name, verb)
      expect(usage).toContain(`Usage: ./pardeh ${name} ${verb} `)
      expect(usage.includes('--dry-run'), `${name} ${verb}`).toBe(effect !== 'reads')
    }
  }
  expect(verbs).toBeGreaterThan(60)
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
