/** The completion scripts, run by the shells themselves. */
import { execFile, spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NOUNS } from '#src/service/operations/cli/framework/noun-list.ts'
import { root } from '#tests/support/sources.ts'

const run = promisify(execFile)
const PARDEH = join(root, 'pardeh')
const MOST_MS = 300_000
const hasZsh = spawnSync('zsh', ['--version']).status === 0

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pardeh-completion-'))
  for (const name of ['packages.yaml', 'prices list.yaml', 'other.txt'])
    await writeFile(join(folder, name), '')
})
afterAll(() => rm(folder, { recursive: true }))

/** Returns what bash offers for the last word, like the Tab key. */
async function offeredByBash(...words: string[]): Promise<string[]> {
  const script = `
    source <("$1" completion bash)
    complete -p pardeh > /dev/null || exit 1
    COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
    _pardeh
    (( \${#COMPREPLY[@]} )) && printf '%s\\n' "\${COMPREPLY[@]}"
    true`
  const { stdout } = await run('bash', ['--norc', '-c', script, 'bash', PARDEH, ...words], {
    cwd: folder,
  })
  return stdout.split('\n').filter(Boolean)
}

describe('bash', { timeout: MOST_MS }, () => {
  test('completes nouns', async () => {
    expect(await offeredByBash('')).toEqual([...NOUNS.keys(), 'help', 'completion'])
    expect(await offeredByBash('us')).toEqual(['users'])
    expect(await offeredByBash('--dry-run', '--as', 'sara', 'pack')).toEqual(['packages'])
    expect(await offeredByBash('help', 'vou')).toEqual(['voucher'])
  })

  test('completes verbs', async () => {
    expect(await offeredByBash('voucher', '')).toEqual(['create', 'list', 'use', 'revoke'])
    expect(await offeredByBash('packages', '--dry-run', 're')).toEqual(['retire'])
    expect(await offeredByBash('help', 'audit', 'l')).toEqual(['list'])
    expect(await offeredByBash('nonsense', '')).toEqual([])
  })

  test('completes options that the verb accepts and that are not given yet', async () => {
    expect(await offeredByBash('packages', 'list', '--')).toEqual(['--all', '--json', '--help'])
    const apply = await offeredByBash('packages', 'apply', 'x.yaml', '--')
    expect(apply.sort()).toEqual(['--as', '--dry-run', '--help', '--json'])
    expect(await offeredByBash('packages', 'apply', '--dry-run', 'x.yaml', '--d')).toEqual([])
    const numbers = ['support', 'answer', '1001', '1002']
    expect(await offeredByBash(...numbers, '--t')).toEqual(['--text', '--template'])
    expect(await offeredByBash(...numbers, '--text', 'x', '--te')).toEqual(['--template'])
    expect(await offeredByBash('catalogue', 'remove', 'one', '--r')).toEqual(['--reason'])
    expect(await offeredByBash('import', 'x.csv', '--dra')).toEqual(['--draft'])
    expect(await offeredByBash('-')).toEqual(['--dry-run', '--yes', '--json', '--as', '--help'])
  })

  test('completes files if a file is expected, and values if there are any', async () => {
    const files = await offeredByBash('packages', 'apply', '')
    expect(files.sort()).toEqual(['other.txt', 'packages.yaml', 'prices list.yaml'])
    expect(await offeredByBash('packages', 'apply', 'pack')).toEqual(['packages.yaml'])
    expect(await offeredByBash('packages', 'apply', 'packages.yaml', '')).toEqual([])
    expect(await offeredByBash('backup', 'dir', '--media', '')).toEqual(['include', 'list'])
    expect(await offeredByBash('audit', 'list', '--actor', '')).toEqual([])
  })
})

describe.runIf(hasZsh)('zsh', { timeout: MOST_MS }, () => {
  /** Completion functions of zsh need a terminal; these replace its own and print their arguments. */
  async function offeredByZsh(...words: string[]): Promise<string[]> {
    const script = `
      compdef() { : }
      _files() { print -l -- *(N) }
      _describe() { local name=$2; print -l -- "\${(@P)name}" }
      source <("$1" completion zsh)
      words=("$@") CURRENT=$#
      _pardeh || print 'no match'`
    const { stdout } = await run('zsh', ['-f', '-c', script, 'zsh', PARDEH, ...words], {
      cwd: folder,
    })
    return stdout.split('\n').filter(Boolean)
  }

  test('completes nouns, verbs, options and files', async () => {
    expect(await offeredByZsh('us')).toEqual([`users:${NOUNS.get('users')}`])
    expect((await offeredByZsh('packages', 're'))[0]).toMatch(/^retire:Retires packages/)
    expect((await offeredByZsh('packages', 'list', '--js'))[0]).toMatch(/^--json/)
    const files = await offeredByZsh('packages', 'apply', '')
    expect(files.sort()).toEqual(['other.txt', 'packages.yaml', 'prices list.yaml'])
    expect(await offeredByZsh('nonsense', '')).toEqual(['no match'])
  })
})
