/** `npm run dev` in a copy of the checkout, which a test may edit. */
import { spawn } from 'node:child_process'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PARENT_FLAGS, parentEnvironment } from '../../scripts/bootstrap/parent.mjs'
import { copyCheckout } from './checkout-copy.ts'
import { freePort, removeData } from './site.ts'

const COPIED = [
  'src',
  'scripts',
  'public',
  'package.json',
  'package-lock.json',
  'astro.config.mjs',
  'tsconfig.json',
  'uno.config.ts',
]
const START_MS = 240_000

export type DevSite = {
  url: string
  logs: () => string
  /** Changes a file of the copy. @throws if `before` does not occur in it */
  edit: (file: string, before: string | RegExp, after: string) => Promise<void>
  /** Returns the process id of its database, which changes with a restart. */
  databaseProcess: () => Promise<string>
  /** Sends SIGINT; resolves to the exit code. */
  stop: () => Promise<number | null>
}

export async function startDevSite(): Promise<DevSite> {
  const copy = await copyCheckout(COPIED)
  const dataDir = join(copy, '.data')
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const child = spawn(process.execPath, [...PARENT_FLAGS, 'scripts/run.mjs', 'dev'], {
    cwd: copy,
    env: {
      ...parentEnvironment(),
      PATH: process.env.PATH,
      HOME: copy,
      PORT: String(port),
      DATA_DIR: dataDir,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const closed = new Promise<number | null>(done => child.once('close', done))
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      text += chunk
    })
  const site: DevSite = {
    url,
    logs: () => text,
    async edit(file, before, after) {
      const path = join(copy, file)
      const source = await readFile(path, 'utf8')
      const edited = source.replace(before, () => after)
      if (edited === source) throw new Error(`${file} does not contain ${before}`)
      // An editor replaces a file at once: the server must not read half of it.
      await writeFile(`${path}~`, edited)
      await rename(`${path}~`, path)
    },
    async databaseProcess() {
      const [pid = ''] = (await readFile(join(dataDir, 'pg/postmaster.pid'), 'utf8')).split('\n')
      return pid
    },
    async stop() {
      child.kill('SIGINT')
      const code = await closed
      await removeData(dataDir)
      await rm(copy, { recursive: true, force: true, maxRetries: 3 })
      return code
    },
  }
  for (const deadline = Date.now() + START_MS; ; ) {
    if (
      await fetch(`${url}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return site
    if (child.exitCode !== null || Date.now() > deadline) {
      await site.stop()
      throw new Error(`the dev server did not start:\n${text}`)
    }
    await new Promise(done => setTimeout(done, 100))
  }
}
