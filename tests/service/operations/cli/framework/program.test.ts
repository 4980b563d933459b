import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { packages } from '#src/service/platform/db/schema/packages.ts'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'
import { anOperator, type Operator } from '#tests/support/operator.ts'

// Each test starts a process, on a machine that may be busy.
vi.setConfig({ testTimeout: 300_000 })

const GROUP = {
  id: 'monthly',
  title: { fa: 'ماهانه', en: 'Monthly' },
  packages: [
    { id: 'month-1', title: { fa: 'یک‌ماهه', en: 'One month' }, days: 30, price: 1_490_000 },
  ],
}
let database: TestDatabase
let operator: Operator
let folder: string
let file: string
beforeAll(async () => {
  database = await testDatabase()
  folder = await mkdtemp(join(tmpdir(), 'pardeh-cli-'))
  file = join(folder, 'packages.json')
  await writeFile(file, JSON.stringify({ groups: [GROUP] }))
  operator = anOperator({ DATABASE_URL: database.url, DATA_DIR: folder })
})
afterAll(async () => {
  await database.close()
  await rm(folder, { recursive: true, force: true })
})

test('help lists the verbs, and the arguments of a verb', async () => {
  const noun = await operator.run('packages', '--help')
  expect(noun).toMatchObject({ code: 0, stderr: '' })
  expect(noun.stdout).toMatch(/Usage: \.\/pardeh packages VERB[\s\S]*apply/)
  expect(await operator.run('help', 'packages')).toEqual(noun)
  const verb = await operator.run('packages', 'apply', '--help')
  for (const word of ['<file>', '--dry-run', '--as <name>', '--json', 'docs/packages.md'])
    expect(verb.stdout).toContain(word)
  expect(await operator.run('--help', 'packages', 'apply')).toEqual(verb)
})

test('a required option is in the first line of the usage', async () => {
  const { stdout } = await operator.run('help', 'users', 'grant')
  expect(stdout).toMatch(/^Usage: \.\/pardeh users grant --days <N> \[options\] <person>\n/)
})

test.each([
  [['packages'], 'packages', 'packages needs a verb, one of list, '],
  [['packages', 'aply', 'x'], 'packages', 'Did you mean ./pardeh packages apply?'],
  [['package', 'list'], '', 'Did you mean ./pardeh packages?'],
  [['packages', 'apply'], 'packages apply', "missing required argument 'file'"],
  [['packages', 'apply', 'x', 'y'], 'packages apply', 'too many arguments'],
  [['packages', 'apply', 'x', '--forse'], 'packages apply', 'There is no option --forse.'],
  [['packages', 'apply', 'x', '--dri-run'], 'packages apply', 'Did you mean --dry-run?'],
  [['users', 'grant', '0912', '--days', 'x'], 'users grant', 'write a mobile number'],
])('%j: the error is the last line, after the command of its help', async (words, help, text) => {
  const { code, stdout, stderr } = await operator.run(...words)
  expect([code, stdout]).toEqual([2, ''])
  const [first, last, ...others] = stderr.trimEnd().split('\n')
  expect(first).toBe(`See ./pardeh help ${help}`.trimEnd())
  expect(last).toContain(text)
  expect(others).toEqual([])
})

test.each([
  ['apply', '/nowhere.json', 'There is no file /nowhere.json\n'],
  ['retire', 'nothing', '--dry-run', 'There is no package nothing.\n'],
])('a valid command that cannot be carried out prints only the reason: %j', async (...words) => {
  const text = words.pop()
  expect(await operator.run('packages', ...words)).toEqual({ code: 2, stdout: '', stderr: text })
})

test('a dry run shows what would change, and writes no row', async () => {
  const { code, stdout } = await operator.run('packages', 'apply', file, '--dry-run')
  expect(code).toBe(0)
  expect(stdout).toContain(
    '\n1 package on sale from now on.\nThis was a dry run: nothing was changed.\n',
  )
  expect(await database.db.select().from(packages)).toEqual([])
  expect(await operator.json('audit', 'list')).toEqual([])
})

test('a change is in the audit log with its author, in the same transaction', async () => {
  expect(await operator.json('packages', 'apply', file, '--as', 'مینا')).toMatchObject({ sold: 1 })
  expect(await operator.json('audit', 'list')).toEqual([
    expect.objectContaining({ actor: 'مینا', action: 'packages.apply', target: 'packages' }),
  ])
  const table = await operator.run('audit', 'list', '--action', 'packages')
  expect(table.stdout).toMatch(/^time +actor +action +target +details\n.*packages\.apply/)
})

test('an entry of the audit log cannot be changed or deleted', async () => {
  for (const statement of [
    sql`update audit_log set actor = 'x'`,
    sql`delete from audit_log`,
    sql`truncate audit_log`,
  ])
    await expect(database.db.execute(statement)).rejects.toMatchObject({
      cause: { constraint: 'audit_log_append_only' },
    })
})
