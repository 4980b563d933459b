// A signal to any process of `npm run …` ends all of them and the embedded database.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { findPostmaster, isProcessAlive } from '#src/service/platform/db/postmaster.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const PATIENCE = { timeout: 60_000, interval: 20 }
const LINKS = ['npm', 'shell', 'bootstrap', 'program'] as const
const SIGNALS = ['SIGTERM', 'SIGHUP', 'SIGKILL'] as const

/** Returns the processes of one `npm run`, from the first to the last. */
type Chain = Record<(typeof LINKS)[number] | 'postmaster', number>

let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pardeh-kill-'))
  const program = join(ROOT, 'tests/support/embedded-app.ts')
  const scripts = { database: `node bootstrap.mjs` }
  await writeFile(join(folder, 'package.json'), JSON.stringify({ scripts }))
  await writeFile(
    join(folder, 'bootstrap.mjs'),
    `import { runAttached } from ${JSON.stringify(join(ROOT, 'scripts/bootstrap/child.mjs'))}
     process.exitCode = await runAttached(${JSON.stringify([program, join(folder, 'data')])})`,
  )
})

afterAll(() => rm(folder, { recursive: true, force: true }))

const CASES = LINKS.flatMap(link => SIGNALS.map(signal => ({ link, signal })))

test.for(CASES)(
  '$signal to the $link ends the program and its database',
  {
    timeout: 200_000,
  },
  async ({ link, signal }) => {
    const chain = await startChain()
    process.kill(chain[link], signal)
    await vi.waitFor(() => expect(survivors(chain)).toEqual([]), PATIENCE)
    expect(findPostmaster(join(folder, 'data/pg'))).toBeNull()
  },
)

async function startChain(): Promise<Chain> {
  const child = spawn('npm', ['run', '--silent', 'database'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const isReady = said(child, '"url"')
  const npm = child.pid ?? 0
  onTestFinished(() => void child.kill('SIGTERM'))
  await isReady
  // Some shells replace themselves with the program.
  const shell = (await childOf(npm, 'sh -c')) ?? npm
  const bootstrap = (await childOf(shell, 'bootstrap.mjs')) ?? 0
  const program = (await childOf(bootstrap, 'embedded-app.ts')) ?? 0
  const postmaster = findPostmaster(join(folder, 'data/pg'))?.pid ?? 0
  expect(Math.min(bootstrap, program, postmaster), 'a process of the chain').toBeGreaterThan(0)
  return { npm, shell, bootstrap, program, postmaster }
}

function said({ stdout }: ChildProcess, word: string): Promise<void> {
  let text = ''
  return new Promise((done, failed) => {
    stdout?.on('data', chunk => {
      text += chunk
      if (text.includes(word)) done()
    })
    stdout?.on('end', () => failed(new Error(`it ended before it said ${word}: ${text}`)))
  })
}

/** Returns the child process whose command line contains the words, or null if there is none. */
async function childOf(parent: number, words: string): Promise<number | null> {
  const children = await readFile(`/proc/${parent}/task/${parent}/children`, 'utf8')
  for (const pid of children.split(' ').filter(Boolean).map(Number)) {
    const line = await readFile(`/proc/${pid}/cmdline`, 'utf8')
    if (line.replaceAll('\0', ' ').includes(words)) return pid
  }
  return null
}

function survivors(chain: Chain): string[] {
  return Object.entries(chain)
    .filter(([, pid]) => isProcessAlive(pid))
    .map(([name]) => name)
}
