/** Debian's Varnish with ops/varnish/default.vcl, on a local port and in its own folder. */
import { execFile, spawn } from 'node:child_process'
import { chmod, copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { freePort } from '#tests/support/site.ts'
import { hasEnded } from './debian.ts'

const run = promisify(execFile)
const CONFIG = resolve(import.meta.dirname, '../../../ops/varnish/default.vcl')
const START_MS = 60_000

export type Varnish = {
  url: string
  port: number
  /** Value of CDN_PURGE_URL. */
  purgeUrl: string
  /** Value of CDN_PURGE_KEY. */
  purgeKey: string
  /** Returns a counter of varnishstat, such as `MAIN.cache_hit`. */
  counter: (name: string) => Promise<number>
  stop: () => Promise<void>
}
/** Ports of nodes on this machine. The nodes must trust 127.0.0.1 as a proxy. */
type VarnishOptions = {
  nodes: readonly { port: number }[]
  port?: number
  /** A random key if unset. */
  purgeKey?: string
}

export async function startVarnish({ nodes, ...options }: VarnishOptions): Promise<Varnish> {
  const port = options.port ?? (await freePort())
  const folder = await mkdtemp(join(tmpdir(), 'pardeh-varnish-'))
  await chmod(folder, 0o755)
  const purgeKey = options.purgeKey ?? `purge-${crypto.randomUUID()}`
  const file = join(folder, 'varnish.vcl')
  await copyFile(CONFIG, file)
  await writeFile(join(folder, 'nodes.vcl'), nodesFile(nodes, purgeKey))
  const child = spawn(
    'varnishd',
    [
      '-F',
      '-n',
      join(folder, 'work'),
      '-f',
      file,
      '-a',
      `127.0.0.1:${port}`,
      '-s',
      'malloc,64m',
      '-p',
      'http_gzip_support=off',
      '-T',
      'none',
    ],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` },
    },
  )
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', chunk => {
      output += chunk
    })
  const url = `http://127.0.0.1:${port}`
  for (const deadline = Date.now() + START_MS; ; await wait(50)) {
    if (await fetch(`${url}/healthz`).then(isDone, () => false)) break
    if (hasEnded(child) || Date.now() > deadline)
      throw new Error(`Varnish did not start:\n${output}`)
  }
  return {
    url,
    port,
    purgeUrl: `${url}/cdn-purge`,
    purgeKey,
    counter: async name => {
      const args = ['-n', join(folder, 'work'), '-1', '-f', name]
      const [, count] = (await run('varnishstat', args)).stdout.trim().split(/\s+/)
      return Number(count)
    },
    stop: async () => {
      if (!hasEnded(child)) {
        const closed = new Promise(done => child.once('close', done))
        child.kill('SIGTERM')
        await closed
      }
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function isDone(reply: Response): Promise<boolean> {
  await reply.arrayBuffer()
  return true
}

function nodesFile(nodes: VarnishOptions['nodes'], purgeKey: string): string {
  const backends = nodes.map(({ port }, n) => {
    const where = `.host = "127.0.0.1"; .port = "${port}";`
    return `backend node${n}_ready { ${where} .probe = readiness; }\nbackend node${n} { ${where} }`
  })
  return `
probe readiness {
  .url = "/readyz"; .interval = 500ms; .timeout = 2s; .window = 3; .threshold = 2; .initial = 2;
}
${backends.join('\n')}
sub vcl_init {
  new ready = directors.round_robin();
  new any = directors.round_robin();
  ${nodes.map((_, n) => `ready.add_backend(node${n}_ready); any.add_backend(node${n});`).join('\n  ')}
}
acl purgers { "127.0.0.1"; }
sub purge_key { set req.http.Purge-Key = "Bearer ${purgeKey}"; }
`
}
