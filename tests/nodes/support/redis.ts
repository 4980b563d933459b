/** Debian's Redis: a server, a primary with a replica and Sentinels, or a cluster, each with its own folder and ports. */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { holdsWithin } from '#tests/support/holds-within.ts'
import { freePort } from '#tests/support/site.ts'
import type { Certificates } from './certificates.ts'

const run = promisify(execFile)
const START_MS = 60_000
/** The bus of a cluster node listens on its port plus 10,000. */
const HIGHEST_PORT = 55_000
const PRIMARY = 'pardeh'

export type RedisServer = {
  /** `redis://127.0.0.1:port`, or `rediss:` with certificates. */
  url: string
  port: number
  /** Starts it again on the same port. */
  start: () => Promise<void>
  /** Sends SIGKILL. */
  kill: () => Promise<void>
  /** Sends SIGSTOP: its port accepts connections, and nothing is answered. */
  pause: () => void
  resume: () => void
  /** Runs one command with redis-cli. */
  cli: (...command: string[]) => Promise<string>
  remove: () => Promise<void>
}
export type RedisOptions = {
  port?: number
  password?: string
  /** The server then accepts only TLS. */
  tls?: Certificates
  /** Further settings, such as `{ replicaof: '127.0.0.1 6379' }`. */
  settings?: Record<string, string>
}

export async function startRedis(options: RedisOptions = {}): Promise<RedisServer> {
  const { password, tls } = options
  const port = options.port ?? (await lowPort())
  const folder = await mkdtemp(join(tmpdir(), 'pardeh-redis-'))
  const settings = {
    ...(tls
      ? { port: '0', 'tls-port': String(port), ...tlsSettings(tls) }
      : { port: String(port) }),
    ...(password ? { requirepass: password, masterauth: password } : {}),
    bind: '127.0.0.1',
    dir: folder,
    save: '',
    ...options.settings,
  }
  const file = join(folder, 'redis.conf')
  await writeConfig(file, settings)
  const program = programOf('redis-server', [file])
  const cli = (...command: string[]) =>
    redisCli(port, [...(tls ? ['--tls', '--cacert', tls.ca] : []), ...command], password)
  async function start() {
    program.start()
    await until(async () => (await cli('ping')) === 'PONG')
  }
  await start()
  return {
    url: `${tls ? 'rediss' : 'redis'}://${password ? `:${password}@` : ''}127.0.0.1:${port}`,
    port,
    start,
    kill: program.kill,
    pause: program.pause,
    resume: program.resume,
    cli,
    remove: async () => {
      await program.kill()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

export type Sentinels = {
  /** `redis+sentinel://127.0.0.1:…,127.0.0.1:…,127.0.0.1:…/pardeh` */
  url: string
  /** The two servers; a failover changes which one is the primary. */
  servers: readonly [RedisServer, RedisServer]
  /** The server that the Sentinels report as the primary. */
  primary: () => Promise<RedisServer>
  /** Makes the replica the primary without killing a server. Resolves when the Sentinels report it as the primary. */
  failover: () => Promise<void>
  /** Kills the primary; resolves when the Sentinels report the replica as the primary. Returns the killed server. */
  killPrimary: () => Promise<RedisServer>
  remove: () => Promise<void>
}

/** Starts a primary, a replica and three Sentinels, of which two must agree, after one second. */
export async function startSentinels(): Promise<Sentinels> {
  const primary = await startRedis()
  const replica = await startRedis({ settings: { replicaof: `127.0.0.1 ${primary.port}` } })
  const servers = [primary, replica] as const
  const folder = await mkdtemp(join(tmpdir(), 'pardeh-sentinel-'))
  const ports = [await lowPort(), await lowPort(), await lowPort()]
  const programs = await Promise.all(
    ports.map(async port => {
      const file = join(folder, `${port}.conf`)
      const monitor = [
        `sentinel monitor ${PRIMARY} 127.0.0.1 ${primary.port} 2`,
        `sentinel down-after-milliseconds ${PRIMARY} 1000`,
        `sentinel failover-timeout ${PRIMARY} 5000`,
      ]
      const own = `port ${port}\nbind 127.0.0.1\ndir ${folder}\n`
      await writeFile(file, `${own}${monitor.join('\n')}\n`)
      const program = programOf('redis-sentinel', [file])
      program.start()
      return program
    }),
  )
  const ask = (port: number, ...command: string[]) => redisCli(port, ['sentinel', ...command])
  const primaryPorts = () =>
    Promise.all(
      ports.map(async port =>
        Number((await ask(port, 'get-master-addr-by-name', PRIMARY)).split('\n')[1]),
      ),
    )
  const isPrimary = async ({ port }: RedisServer) =>
    (await primaryPorts()).every(named => named === port)
  const current = async () => {
    const [named] = await primaryPorts()
    return servers.find(({ port }) => port === named) as RedisServer
  }
  const other = (server: RedisServer) =>
    servers.find(({ port }) => port !== server.port) as RedisServer
  // They can agree on another primary only if all three know each other and the replica.
  await until(async () => {
    const known = await Promise.all(ports.map(port => ask(port, 'master', PRIMARY)))
    return known.every(text => /num-slaves\n1\nnum-other-sentinels\n2\n/.test(text))
  })
  return {
    url: `redis+sentinel://${ports.map(port => `127.0.0.1:${port}`).join(',')}/${PRIMARY}`,
    servers,
    primary: current,
    failover: async () => {
      const next = other(await current())
      await until(async () => (await ask(ports[0] as number, 'failover', PRIMARY)) === 'OK')
      await until(() => isPrimary(next))
    },
    killPrimary: async () => {
      const killed = await current()
      await killed.kill()
      await until(() => isPrimary(other(killed)))
      return killed
    },
    remove: async () => {
      for (const program of programs) await program.kill()
      for (const server of servers) await server.remove()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

type RedisCluster = { url: string; servers: RedisServer[]; remove: () => Promise<void> }

/** Starts three primaries without replicas. */
export async function startCluster(): Promise<RedisCluster> {
  const settings = { 'cluster-enabled': 'yes', 'cluster-node-timeout': '2000' }
  const servers = await Promise.all([0, 1, 2].map(() => startRedis({ settings })))
  const hosts = servers.map(({ port }) => `127.0.0.1:${port}`)
  await run('redis-cli', ['--cluster', 'create', ...hosts, '--cluster-yes'])
  for (const { cli } of servers)
    await until(async () => (await cli('cluster', 'info')).includes('cluster_state:ok'))
  return {
    url: `redis+cluster://${hosts.join(',')}`,
    servers,
    remove: async () => {
      for (const server of servers) await server.remove()
    },
  }
}

function tlsSettings({ ca, cert, key }: Certificates): Record<string, string> {
  return {
    'tls-cert-file': cert,
    'tls-key-file': key,
    'tls-ca-cert-file': ca,
    'tls-auth-clients': 'no',
  }
}

function writeConfig(file: string, settings: Record<string, string>): Promise<void> {
  const lines = Object.entries(settings).map(([name, value]) => `${name} ${value || '""'}`)
  return writeFile(file, `${lines.join('\n')}\n`)
}

async function redisCli(port: number, command: string[], password?: string): Promise<string> {
  const env = { ...process.env, ...(password ? { REDISCLI_AUTH: password } : {}) }
  const args = ['-h', '127.0.0.1', '-p', String(port), ...command]
  return (await run('redis-cli', args, { env, timeout: 30_000 })).stdout.trim()
}

function programOf(file: string, args: string[]) {
  let child: ChildProcess | null = null
  return {
    start() {
      child = spawn(file, args, { stdio: 'ignore' })
    },
    async kill() {
      const running = child
      child = null
      if (!running || running.exitCode !== null || running.signalCode !== null) return
      const closed = new Promise(done => running.once('close', done))
      running.kill('SIGKILL')
      await closed
    },
    pause: () => void child?.kill('SIGSTOP'),
    resume: () => void child?.kill('SIGCONT'),
  }
}

async function lowPort(): Promise<number> {
  for (;;) {
    const port = await freePort()
    if (port < HIGHEST_PORT) return port
  }
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  if (await holdsWithin(START_MS, () => holds().catch(() => false))) return
  throw new Error(`Redis was not ready after ${START_MS / 1_000} s`)
}
