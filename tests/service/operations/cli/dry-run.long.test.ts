/** A dry run changes nothing, whatever shell or package manager starts it, and wherever the option is. */
import { execFile } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { auditLog } from '#src/service/platform/db/schema/audit.ts'
import { packages } from '#src/service/platform/db/schema/packages.ts'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'
import { root } from '#tests/support/sources.ts'

const PARDEH = join(root, 'pardeh')
const GROUP = {
  id: 'monthly',
  title: { fa: 'ماهانه', en: 'Monthly' },
  packages: [
    { id: 'month-1', title: { fa: 'یک‌ماهه', en: 'One month' }, days: 30, price: 1_490_000 },
  ],
}
const MOST_MS = 300_000

let database: TestDatabase
let folder: string
beforeAll(async () => {
  database = await testDatabase()
  folder = await mkdtemp(join(tmpdir(), 'pardeh dry run '))
  await writeFile(join(folder, 'packages.json'), JSON.stringify({ groups: [GROUP] }))
  const scripts = { apply: `"${PARDEH}" packages apply packages.json` }
  await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true, scripts }))
})
afterAll(async () => {
  await database.close()
  await rm(folder, { recursive: true, force: true })
})

type Ran = { code: number; stdout: string; stderr: string }
function run(program: string, words: readonly string[], more: Record<string, string> = {}) {
  const PATH = [dirname(process.execPath), process.env.PATH].join(delimiter)
  const settings = { DATABASE_URL: database.url, DATA_DIR: join(folder, 'data'), HOME: folder }
  const env = { PATH, ...settings, ...more }
  return new Promise<Ran>(done => {
    execFile(program, words, { cwd: folder, env }, (error, stdout, stderr) =>
      done({ code: error ? Number(error.code ?? 1) : 0, stdout, stderr }),
    )
  })
}

async function expectNoChange(): Promise<void> {
  expect(await database.db.select().from(packages)).toEqual([])
  expect(await database.db.select().from(auditLog)).toEqual([])
}

describe('--dry-run in any position', { timeout: MOST_MS }, () => {
  const call = ['packages', 'apply', 'packages.json']
  test.each([0, 1, 2, 3])('after %i words is a dry run', async at => {
    const { code, stdout } = await run(PARDEH, call.toSpliced(at, 0, '--dry-run'))
    expect(code).toBe(0)
    expect(stdout).toContain('This was a dry run: nothing was changed.')
    await expectNoChange()
  })

  test('between other options is a dry run', async () => {
    const words = ['--as', 'sara', '--json', 'packages', '--dry-run', 'apply', 'packages.json']
    const { code, stdout } = await run(PARDEH, words)
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({ sold: 1, dry_run: true })
    await expectNoChange()
  })

  test.each([
    ['after --', [...call, '--', '--dry-run']],
    ['in the form of npm run', ['packages', '--', 'apply', 'packages.json', '--dry-run']],
    ['as the value of --as', [...call, '--as', '--dry-run']],
    ['as the value of --as before the noun', ['--as', '--dry-run', ...call]],
    ['with a value', [...call, '--dry-run=true']],
    ['with one dash', [...call, '-dry-run']],
    ['with a long dash', [...call, '—dry-run']],
    ['with a typing error', [...call, '--dryrun']],
    ['in capitals', [...call, '--DRY-RUN']],
  ])('%s is refused', async (_, words) => {
    const { code, stdout, stderr } = await run(PARDEH, words)
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).not.toBe('')
    await expectNoChange()
  })
})

describe('started by npm', { timeout: MOST_MS }, () => {
  const swallowed = { code: 2, stdout: '' }
  test('a script with --dry-run for npm is refused, and prints the command to run', async () => {
    const { code, stderr } = await run('npm', ['run', '--silent', 'apply', '--dry-run'])
    expect(code).toBe(2)
    expect(stderr).toContain(
      'npm took --dry-run for itself. Nothing was done. Run: ./pardeh packages apply packages.json --dry-run',
    )
    await expectNoChange()
  })

  test('a script with --dry-run after -- is a dry run', async () => {
    const { code, stdout } = await run('npm', ['run', '--silent', 'apply', '--', '--dry-run'])
    expect(code).toBe(0)
    expect(stdout).toContain('This was a dry run')
    await expectNoChange()
  })

  test.each([
    ['npm_config_json', 'true', '--json'],
    ['npm_config_as', 'sara', '--as sara'],
    ['NPM_CONFIG_DRY_RUN', 'true', '--dry-run'],
  ])('%s is refused', async (name, value, option) => {
    const ran = await run(PARDEH, ['packages', 'apply', 'packages.json'], {
      npm_command: 'exec',
      [name]: value,
    })
    expect(ran).toMatchObject(swallowed)
    expect(ran.stderr).toContain(`Run: ./pardeh packages apply packages.json ${option}\n`)
    await expectNoChange()
  })

  test('--yes for npm is refused if the verb asks for confirmation, and ignored otherwise', async () => {
    const npm = { npm_command: 'exec', npm_config_yes: 'true' }
    const erase = await run(PARDEH, ['users', 'erase', '09120000008'], npm)
    expect(erase).toMatchObject(swallowed)
    expect(erase.stderr).toContain('npm took --yes for itself')
    expect((await run(PARDEH, ['packages', 'list'], npm)).code).toBe(0)
  })

  test('an option that is given to both counts, and settings of npm are not options', async () => {
    const npm = { npm_command: 'exec', npm_config_prefix: '/usr', npm_config_dry_run: 'true' }
    const words = ['packages', 'apply', 'packages.json', '--dry-run']
    expect((await run(PARDEH, words, npm)).code).toBe(0)
    await expectNoChange()
  })

  test('an environment that npm did not create is ignored', async () => {
    const ran = await run(PARDEH, ['packages', 'list', '--json'], { npm_config_json: 'true' })
    expect(ran).toMatchObject({ code: 0, stdout: '[]\n' })
  })
})

test('the old form of scripts/run.mjs is refused, and prints the new one', async () => {
  const script = join(root, 'scripts/run.mjs')
  const words = [script, 'packages', '--', 'apply', 'my packages.json', '--dry-run']
  expect(await run(process.execPath, words)).toEqual({
    code: 2,
    stdout: '',
    stderr: `Nothing was done: "packages" is a command of ./pardeh. Run: ./pardeh packages apply 'my packages.json' --dry-run\n`,
  })
  await expectNoChange()
})

describe('names of files', { timeout: MOST_MS }, () => {
  test('are relative to the folder in which the command was typed', async () => {
    const words = ['packages', 'apply', 'packages.json', '--dry-run']
    expect((await run(PARDEH, words)).code).toBe(0)
    // Like a wrapper that starts the command in another folder.
    const elsewhere = join(folder, 'elsewhere')
    await mkdir(elsewhere)
    const wrapped = await run(PARDEH, words, { PARDEH_CALLER_DIR: elsewhere })
    expect(wrapped).toMatchObject({
      code: 2,
      stderr: `There is no file ${join(elsewhere, 'packages.json')}\n`,
    })
    const up = await run(PARDEH, ['packages', 'apply', '../packages.json', '--dry-run'], {
      PARDEH_CALLER_DIR: elsewhere,
    })
    expect(up.code).toBe(0)
  })
  test('are so through a link to the command, too, and on another Node', async () => {
    const words = ['packages', 'apply', 'packages.json', '--dry-run']
    const link = join(folder, 'pardeh')
    await symlink(PARDEH, link)
    expect((await run(link, words)).code).toBe(0)
    const node = join(folder, 'another-node')
    await copyFile(process.execPath, node)
    const script = join(root, 'scripts/pardeh.mjs')
    const { code, stdout } = await run(node, [script, ...words])
    expect(code).toBe(0)
    expect(stdout).toContain('This was a dry run')
  })
})
