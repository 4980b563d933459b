// A signal at any moment ends the site, a command and what they started: no database stays behind.
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { freePort, removeData } from '#tests/support/site.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const NPM_START = ['scripts/run.mjs', 'start']
const SITE = ['src/server.ts']
const NPM_DEV = ['scripts/run.mjs', 'dev']
const SERVICE = ['src/api-server.ts']
const IMPORT = ['src/service/cli/main.ts', 'import', '-']

type Started = { dataDir: string; output: () => string; child: ChildProcess }
/** Moments of a start at which a signal comes. */
const isCreatingDatabase = ({ dataDir }: Started) =>
  existsSync(dataDir) && readdirSync(dataDir).some(name => name.startsWith('pg-'))
const hasDatabase = ({ dataDir }: Started) => existsSync(join(dataDir, 'pg/postmaster.pid'))
const isSeeding = ({ output }: Started) => output().includes('seeding the demo')

/** The last are the exit codes: 0 where the signal may be heard after the server is ready, which then drains. */
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

async function start(args: readonly string[]): Promise<Started> {
  const dataDir = await mkdtemp(join(tmpdir(), 'pardeh-stop-'))
  const port = String(await freePort())
  const env = {
    ...{ PATH: process.env.PATH, NODE_ENV: 'production' },
    ...{ DATA_DIR: dataDir, PORT: port, API_PORT: port },
  }
  const child = spawn(process.execPath, args, { cwd: ROOT, env, stdio: 'pipe' })
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      text += chunk
    })
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await removeData(dataDir)
  })
  return { dataDir, child, output: () => text }
}

/** Processes of PostgreSQL in a data folder. */
function postmasters(dataDir: string): string[] {
  return readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .filter(pid => commandLine(pid).includes(dataDir))
}

function commandLine(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}

async function until(holds: () => boolean): Promise<void> {
  for (const deadline = Date.now() + 50_000; !holds(); ) {
    if (Date.now() > deadline) throw new Error('the moment never came')
    await new Promise(done => setTimeout(done, 5))
  }
}
