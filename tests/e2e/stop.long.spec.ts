// A signal at any moment, to any process of the start, ends the site, a command and their child processes: no database keeps running.
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { isProcessAlive } from '#src/service/platform/db/postmaster.ts'
import { holdsWithin } from '#tests/support/holds-within.ts'
import { freePort, removeData } from '#tests/support/site.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const NPM_START = ['scripts/run.mjs', 'start']
const SITE = ['src/server.ts']
const NPM_DEV = ['scripts/run.mjs', 'dev']
const SERVICE = ['src/api-server.ts']
const IMPORT = ['src/service/operations/cli/main.ts', 'import', '-']

/** Time for creating a database and seeding, which take long on a busy machine. */
const PATIENCE_MS = 280_000

type Started = { dataDir: string; port: string; output: () => string; child: ChildProcess }
/** Conditions for the moments of a start at which a signal arrives. */
const isCreatingDatabase = ({ dataDir }: Started) =>
  existsSync(dataDir) && readdirSync(dataDir).some(name => name.startsWith('pg-'))
const hasDatabase = ({ dataDir }: Started) => existsSync(join(dataDir, 'pg/postmaster.pid'))
const isSeeding = ({ output }: Started) => output().includes('seeding the demo')

/** The last values are the exit codes: 0 if the signal may arrive after the server is ready, which then drains. */
const CASES = [
  ['SIGINT', 'the first seeding', SITE, isSeeding, [130]],
  ['SIGTERM', 'the first seeding of npm start', NPM_START, isSeeding, [143]],
  ['SIGHUP', 'the start of the database', SITE, hasDatabase, [129]],
  ['SIGTERM', 'the creation of the database', SITE, isCreatingDatabase, [143]],
  ['SIGINT', 'the first seeding of npm run service', SERVICE, isSeeding, [130]],
  ['SIGINT', 'the first seeding of npm run dev', NPM_DEV, isSeeding, [130, 0]],
  ['SIGINT', 'an import', IMPORT, hasDatabase, [130]],
] as const

test.for(CASES)(
  '%s in %s leaves no database running',
  { timeout: 240_000 },
  async ([signal, , args, isMoment, codes]) => {
    const started = await start(args)
    await until(() => isMoment(started) || started.child.exitCode !== null)
    const ended = new Promise<number | null>(done => started.child.once('close', done))
    started.child.kill(signal)
    expect(codes, started.output()).toContain(await ended)
    expect(postmasters(started.dataDir), 'the database runs on').toEqual([])
    expect(readdirSync(started.dataDir).filter(name => name.startsWith('pg-'))).toEqual([])
    expect(started.output(), 'an interruption is no error').not.toMatch(
      /stopped:|Error|"level":[56]0/,
    )
  },
)

const KILLS = [
  ['SIGTERM', 'npm'],
  ['SIGHUP', 'npm'],
  ['SIGKILL', 'npm'],
  ['SIGKILL', 'scripts/run.mjs'],
  ['SIGKILL', 'src/server.ts'],
] as const

test.for(KILLS)(
  '%s to %s of npm start ends the site, its port and its database',
  {
    timeout: 300_000,
  },
  async ([signal, words]) => {
    const started = await start(['start'], 'npm')
    const { child, port } = started
    await until(() => started.output().includes(`http://127.0.0.1:${port}`))
    const pids = descendants(child.pid ?? 0)
    const victim = words === 'npm' ? child.pid : pids.find(pid => isProgram(pid, words))
    process.kill(victim ?? 0, signal)
    await until(() => ![child.pid ?? 0, ...pids].some(isProcessAlive))
    expect(postmasters(started.dataDir), 'the database keeps running').toEqual([])
    await expect(fetch(`http://127.0.0.1:${port}/healthz`)).rejects.toThrow()
  },
)

test('closing the terminal ends npm start, its port and its database', {
  timeout: 300_000,
}, async () => {
  // script(1) creates a terminal, which closes when its process ends.
  const started = await start(['--quiet', '--command', 'npm start', '/dev/null'], 'script')
  const { child, port } = started
  await until(() => started.output().includes('Ctrl+C'))
  expect(started.output().replaceAll('\r', ''), 'the last lines of the demo').toMatch(
    /Sign in.*09120000001, password.*\n.*\n.*\/dev\n.*Stop.*Ctrl\+C/,
  )
  const pids = descendants(child.pid ?? 0)
  child.kill('SIGKILL')
  await until(() => !pids.some(isProcessAlive))
  expect(postmasters(started.dataDir), 'the database keeps running').toEqual([])
  await expect(fetch(`http://127.0.0.1:${port}/healthz`)).rejects.toThrow()
})

async function start(args: readonly string[], program = process.execPath): Promise<Started> {
  const dataDir = await mkdtemp(join(tmpdir(), 'pardeh-stop-'))
  const port = String(await freePort())
  const env = {
    PATH: process.env.PATH,
    NODE_ENV: 'production',
    DATA_DIR: dataDir,
    PORT: port,
    API_PORT: port,
  }
  const child = spawn(program, args, { cwd: ROOT, env, stdio: 'pipe' })
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      text += chunk
    })
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await removeData(dataDir)
  })
  return { dataDir, port, child, output: () => text }
}

/** Returns the PostgreSQL processes of a data folder. */
function postmasters(dataDir: string): string[] {
  return readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .filter(pid => commandLine(pid).includes(dataDir))
}

/** Returns the child processes of a process, and their children. */
function descendants(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .split(' ')
    .filter(Boolean)
    .map(Number)
  return children.flatMap(child => [child, ...descendants(child)])
}

function isProgram(pid: number, words: string): boolean {
  const [shell = ''] = commandLine(String(pid)).split('\0')
  return !/\bsh$/.test(shell) && commandLine(String(pid)).includes(words)
}

function commandLine(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}

async function until(holds: () => boolean): Promise<void> {
  if (await holdsWithin(PATIENCE_MS, holds, 5)) return
  throw new Error('the start did not reach the moment of the signal')
}
