/**
 * The real image, built by Debian's buildah, and a node that runs it on a read-only root. This takes minutes and the network, so
 * it runs only with IMAGE=1, before a release. compose.test.ts starts the contents of the Containerfile in every run.
 */
import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startEmbedded } from '#src/service/platform/db/embedded.ts'
import { ACCOUNTS, createDatabase } from '#tests/support/production.ts'
import { raw } from '#tests/support/raw-request.ts'
import { silentLog } from '#tests/support/silent-log.ts'
import { freePort } from '#tests/support/site.ts'
import { root } from '#tests/support/sources.ts'
import { isInstalled } from './support/debian.ts'

const run = promisify(execFile)
/** Maximum size of the image, with Node and all packages of production. */
const MEGABYTES = 350
const BUILD_MS = 15 * 60_000
const HOST = 'pardeh.example'
const isAsked =
  process.env.IMAGE === '1' &&
  process.getuid?.() === 0 &&
  isInstalled('/usr/bin/buildah') &&
  isInstalled('/usr/sbin/debootstrap')

type Config = {
  User: string
  Env: string[]
  Entrypoint: string[]
  Cmd: string[]
  WorkingDir: string
}

let folder: string
let image: { folder: string; config: Config }
let server: Awaited<ReturnType<typeof startEmbedded>>
beforeAll(async () => {
  if (!isAsked) return
  folder = await mkdtemp(join(tmpdir(), 'pardeh-image-'))
  const npm = dirname(dirname(await realpath((await run('which', ['npm'])).stdout.trim())))
  const script = join(root, 'tests/nodes/support/image/build.sh')
  const built = spawn('bash', [script, folder, root, process.execPath, npm], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  built.stdout.on('data', chunk => {
    said += chunk
  })
  const [code] = await once(built, 'close')
  if (code !== 0) throw new Error('the image was not built')
  const [mounted = '', inspected = ''] = said.split(/\n(?=\{)/)
  image = { folder: mounted, config: JSON.parse(inspected).OCIv1.config }
  server = await startEmbedded(join(folder, 'data'), silentLog)
}, BUILD_MS)
afterAll(async () => {
  await server?.stop()
  if (!folder) return
  spawnSync('umount', ['-R', image?.folder ?? folder])
  await rm(folder, { recursive: true, force: true })
})

test.runIf(isAsked)(`the image is smaller than ${MEGABYTES} MB`, async () => {
  const { stdout } = await run('du', ['-sm', '--apparent-size', image.folder])
  expect(Number.parseInt(stdout, 10)).toBeLessThan(MEGABYTES)
})

test.runIf(isAsked)(
  'a node of the image becomes ready, answers, writes only to /data, and stops',
  async () => {
    const { child, port, log } = await startNode()
    const headers = { host: HOST, 'x-forwarded-proto': 'https', 'x-forwarded-for': '203.0.113.7' }
    const url = `http://127.0.0.1:${port}`
    const ready = () =>
      raw('/readyz', { url }).then(
        ({ status }) => status,
        () => 0,
      )
    await expect.poll(ready, { timeout: 60_000 }).toBe(200)
    for (const path of ['/', '/en', '/faq', '/login'])
      expect((await raw(path, { url, headers })).status, path + log()).toBe(200)
    expect(log()).not.toMatch(/"level":[56]0|EROFS|EACCES/)
    child.kill('SIGTERM')
    await once(child, 'close')
    expect(child.exitCode, log()).toBe(0)
  },
)

/** Starts a node with the user, environment and command of the image. */
async function startNode(): Promise<{ child: ChildProcess; port: number; log: () => string }> {
  const { User, Env, Entrypoint, Cmd, WorkingDir } = image.config
  const [uid = '', gid = ''] = User.split(':')
  const port = await freePort()
  const env = {
    ...Object.fromEntries(
      Env.map(line => [line.split('=', 1)[0], line.slice(line.indexOf('=') + 1)]),
    ),
    HOST: '127.0.0.1',
    PORT: String(port),
    SITE_URL: `https://${HOST}`,
    TRUST_PROXY: '127.0.0.1',
    SECRET: 'a secret of the tests, long enough for a key',
    DATABASE_URL: await createDatabase(server.url, 'image'),
    KAVENEGAR_API_KEY: ACCOUNTS.KAVENEGAR_API_KEY,
    KAVENEGAR_TEMPLATE: ACCOUNTS.KAVENEGAR_TEMPLATE,
    KAVENEGAR_SENDER: ACCOUNTS.KAVENEGAR_SENDER,
    ZARINPAL_MERCHANT_ID: ACCOUNTS.ZARINPAL_MERCHANT_ID,
  }
  const at = image.folder
  // PATH of the image does not apply to this machine.
  const script = `
    path=$PATH PATH=/usr/sbin:/usr/bin:/sbin:/bin
    mount --bind "$0" "$0"
    for each in tmp proc dev; do mkdir -p "$0/$each"; done
    mount -t tmpfs tmpfs "$0/tmp"; mount -t tmpfs -o uid=${uid},gid=${gid} tmpfs "$0/data"
    mount -t proc proc "$0/proc"; mount --rbind /dev "$0/dev"; mount -o remount,bind,ro "$0"
    export PATH=$path
    exec /usr/bin/unshare --root="$0" --wd=${WorkingDir} --setgid=${gid} --setuid=${uid} -- "$@"`
  const words = ['-m', '/bin/bash', '-ec', script, at, ...Entrypoint, ...Cmd]
  const child = spawn('/usr/bin/unshare', words, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', chunk => {
      text += chunk
    })
  return { child, port, log: () => text }
}
