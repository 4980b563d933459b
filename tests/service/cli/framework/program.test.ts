import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { packages } from '#src/service/db/schema/packages.ts'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'
import { anOperator, type Operator } from '#tests/support/operator.ts'

const GROUP = {
  id: 'monthly',
  title: { fa: 'ماهانه', en: 'Monthly' },
  packages: [
    { id: 'month-1', title: { fa: 'یک‌ماهه', en: 'One month' }, days: 30, price: 1_490_000 },
  ],
}
/** Starting takes less on a quiet machine; a slow one is given room. */
const START_MS = 1_500

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

test('help names the actions, and what an action takes', async () => {
  const noun = await operator.run('packages', '--help')
  expect(noun).toMatchObject({ code: 0, stderr: '' })
  expect(noun.stdout).toMatch(/Usage: npm run packages -- <action>[\s\S]*apply/)
  const action = await operator.run('packages', 'apply', '--help')
  for (const word of ['<file>', '--dry-run', '--as <name>', '--json', 'docs/packages.md'])
    expect(action.stdout).toContain(word)
})

test.each([
  [[], 'Usage: npm run packages'],
  [['aply', 'x'], 'Did you mean apply?'],
  [['apply'], "missing required argument 'file'"],
  [['apply', 'x', 'y'], 'too many arguments'],
  [['apply', 'x', '--forse'], "unknown option '--forse'"],
])('%j is told with the usage, exit code 2 and no stack', async (words, text) => {
  const { code, stdout, stderr } = await operator.run('packages', ...words)
  expect([code, stdout]).toEqual([2, ''])
  expect(stderr).toContain(text)
  expect(stderr).toContain('Usage: npm run packages --')
  expect(stderr).not.toMatch(/\n\s+at |node:internal/)
})

test.each([
  ['apply', '/nowhere.json', 'There is no file /nowhere.json\n'],
  ['retire', 'nothing', '--dry-run', 'There is no package nothing.\n'],
])('what is well written but cannot be done is told alone: %j', async (...words) => {
  const text = words.pop()
  expect(await operator.run('packages', ...words)).toEqual({ code: 2, stdout: '', stderr: text })
})

test('a dry run says what would be, and leaves no row', async () => {
  const { code, stdout } = await operator.run('packages', 'apply', file, '--dry-run')
  expect(code).toBe(0)
  expect(stdout).toContain(
    '\n1 package on sale from now on.\nThis was a dry run: nothing was changed.\n',
  )
  expect(await database.db.select().from(packages)).toEqual([])
  expect(await operator.json('audit', 'list')).toEqual([])
})

test('a change is in the audit log with who did it, in the same transaction', async () => {
  expect(await operator.json('packages', 'apply', file, '--as', 'مینا')).toMatchObject({ sold: 1 })
  expect(await operator.json('audit', 'list')).toEqual([
    expect.objectContaining({ actor: 'مینا', action: 'packages.apply', target: 'packages' }),
  ])
  const table = await operator.run('audit', 'list', '--action', 'packages')
  expect(table.stdout).toMatch(/^time +actor +action +target +details\n.*packages\.apply/)
})

test('nobody changes or deletes an entry of the audit log', async () => {
  for (const statement of [
    sql`update audit_log set actor = 'x'`,
    sql`delete from audit_log`,
    sql`truncate audit_log`,
  ])
    await expect(database.db.execute(statement)).rejects.toMatchObject({
      cause: { constraint: 'audit_log_append_only' },
    })
})

test('a command starts in under 1.5 seconds', async () => {
  const times: number[] = []
  for (let run = 0; run < 5; run++) {
    const since = performance.now()
    expect((await operator.run('audit', 'list')).code).toBe(0)
    times.push(performance.now() - since)
  }
  expect(Math.min(...times)).toBeLessThan(START_MS)
})
