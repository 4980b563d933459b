/** Standard output contains only JSON if --json is given, whatever fails; the exit code shows if anything was attempted. */
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'
import { withQueryFailure } from '#tests/support/query-failures.ts'
import { root } from '#tests/support/sources.ts'

const PARDEH = join(root, 'pardeh')
const MOST_MS = 300_000

let database: TestDatabase
let pool: pg.Pool
let folder: string
beforeAll(async () => {
  database = await testDatabase()
  pool = new pg.Pool({ connectionString: database.url, max: 2 })
  folder = await mkdtemp(join(tmpdir(), 'pardeh-json-'))
  await writeFile(join(folder, 'wrong.yaml'), 'groups:\n  - id: [\n')
  await writeFile(join(folder, 'no-video.mp4'), 'nothing')
})
afterAll(async () => {
  await pool.end()
  await database.close()
  await rm(folder, { recursive: true, force: true })
})

function run(words: readonly string[], more: Record<string, string> = {}) {
  const settings = { DATABASE_URL: database.url, DATA_DIR: folder }
  const env = { PATH: process.env.PATH, ...settings, ...more }
  return new Promise<{ code: number; stdout: string; stderr: string }>(done => {
    execFile(PARDEH, words, { cwd: folder, env }, (error, stdout, stderr) =>
      done({ code: error ? Number(error.code ?? 1) : 0, stdout, stderr }),
    )
  })
}

const NOWHERE = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }
type Kind = [
  what: string,
  words: string[],
  environment: Record<string, string>,
  expected: { exit: number; code: string; message: RegExp; details: object },
]
const KINDS: Kind[] = [
  [
    'no noun',
    [],
    {},
    { exit: 2, code: 'usage', message: /Name a noun/, details: { help: './pardeh help' } },
  ],
  [
    'an unknown noun',
    ['userz', 'show'],
    {},
    { exit: 2, code: 'unknown_noun', message: /"userz"/, details: { suggestion: 'users' } },
  ],
  [
    'an unknown noun of help',
    ['help', 'userz'],
    {},
    { exit: 2, code: 'unknown_noun', message: /"userz"/, details: { suggestion: 'users' } },
  ],
  [
    'an unknown verb',
    ['users', 'shwo'],
    {},
    { exit: 2, code: 'unknown_verb', message: /"shwo"/, details: { suggestion: 'show' } },
  ],
  [
    'an unknown option',
    ['users', 'show', '--dayz', '3'],
    {},
    { exit: 2, code: 'usage', message: /--dayz/, details: { help: './pardeh help users show' } },
  ],
  [
    'a missing argument',
    ['users', 'show'],
    {},
    { exit: 2, code: 'usage', message: /'person'/, details: { help: './pardeh help users show' } },
  ],
  [
    'an argument that its field does not accept',
    ['users', 'show', '12'],
    {},
    { exit: 2, code: 'usage', message: /mobile number/, details: {} },
  ],
  [
    'an option that npm took',
    ['users', 'block', '09120000008'],
    { npm_command: 'exec', npm_config_dry_run: 'true' },
    {
      exit: 2,
      code: 'swallowed_option',
      message: /--dry-run$/,
      details: { options: ['--dry-run'] },
    },
  ],
  [
    'an object that does not exist',
    ['packages', 'retire', 'nothing'],
    {},
    { exit: 2, code: 'refused', message: /nothing/, details: {} },
  ],
  [
    'an action that was not confirmed',
    ['users', 'erase', '09120000008'],
    {},
    { exit: 2, code: 'refused', message: /--yes/, details: {} },
  ],
  [
    'an invalid file',
    ['packages', 'apply', 'wrong.yaml'],
    {},
    { exit: 2, code: 'refused', message: /wrong\.yaml/, details: {} },
  ],
  [
    'invalid settings',
    ['users', 'blocked'],
    { PORT: 'high', API_PORT: 'low' },
    {
      exit: 2,
      code: 'invalid_settings',
      message: /2 corrections/,
      details: { problems: [/^PORT/, /^API_PORT/] },
    },
  ],
  [
    'no database',
    ['users', 'blocked'],
    NOWHERE,
    { exit: 1, code: 'no_database', message: /ECONNREFUSED/, details: {} },
  ],
  [
    'no database for a backup',
    ['backup', 'new-folder'],
    NOWHERE,
    { exit: 1, code: 'no_database', message: /ECONNREFUSED/, details: {} },
  ],
  [
    'a shell without completion',
    ['completion', 'fish'],
    {},
    { exit: 2, code: 'usage', message: /bash or zsh/, details: {} },
  ],
]

function expectError(stdout: string, { code, message, details }: Kind[3]): void {
  const { error, ...others } = JSON.parse(stdout)
  expect(others).toEqual({})
  expect(Object.keys(error)).toEqual(['code', 'message', 'details'])
  expect(error.code).toBe(code)
  expect(error.message).toMatch(message)
  expect(error.details).toMatchObject(matchersOf(details))
}

/** Regular expressions in lists represent texts. */
function matchersOf(details: object): object {
  return Object.fromEntries(
    Object.entries(details).map(([name, value]) => [
      name,
      Array.isArray(value)
        ? value.map(each => (each instanceof RegExp ? expect.stringMatching(each) : each))
        : value,
    ]),
  )
}

test.each(KINDS)('%s', { timeout: MOST_MS }, async (_, words, environment, expected) => {
  for (const all of [
    [...words, '--json'],
    ['--json', ...words],
  ]) {
    const { code, stdout } = await run(all, environment)
    expect(code).toBe(expected.exit)
    expectError(stdout, expected)
  }
})

test('an unexpected error names its kind and no value', { timeout: MOST_MS }, async () => {
  const { code, stdout } = await withQueryFailure(pool, 'packages', 'a missing table', () =>
    run(['packages', 'list', '--json']),
  )
  expect(code).toBe(1)
  expectError(stdout, {
    exit: 1,
    code: 'unexpected',
    message: /^It stopped: /,
    details: { code: '42P01' },
  })
})

test('help and version are JSON too', { timeout: MOST_MS }, async () => {
  expect(JSON.parse((await run(['help', '--json'])).stdout).groups).toHaveLength(8)
  const { verbs } = JSON.parse((await run(['help', 'audit', '--json'])).stdout)
  expect(verbs).toEqual([{ verb: 'list', summary: expect.any(String) }])
  expect(JSON.parse((await run(['--version', '--json'])).stdout).version).toMatch(/^\d+\.\d+\.\d+$/)
})
