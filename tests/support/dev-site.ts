/** `npm run dev` in a copy of the checkout, which a test may edit. */
import { spawn } from 'node:child_process'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { copyCheckout } from './checkout-copy.ts'
import { freePort, removeData } from './site.ts'

const COPIED = [
  ...['src', 'scripts', 'public', 'package.json', 'package-lock.json'],
  ...['astro.config.mjs', 'tsconfig.json', 'uno.config.ts'],
]
const START_MS = 90_000

export type DevSite = {
  url: string
  logs: () => string
  /** Changes a file of the copy. @throws where `before` is not in it */
  edit: (file: string, before: string | RegExp, after: string) => Promise<void>
  /** Sends SIGINT; resolves to the exit code. */
  stop: () => Promise<number | null>
}

export async function startDevSite(): Promise<DevSite> {
  const copy = await copyCheckout(COPIED)
  const dataDir = join(copy, '.data')
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const child = spawn(process.execPath, ['scripts/run.mjs', 'dev'], {
    cwd: copy,
    env: { PATH: process.env.PATH, HOME: copy, PORT: String(port), DATA_DIR: dataDir },
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
      if (edited === source) throw new Error(`${file} has no ${before}`)
      await writeFile(path, edited)
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
