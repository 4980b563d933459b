/** Debian's PostgreSQL 15 in its own folder: tests start, stop, kill, pause, replicate and promote it. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { appendFile, chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from '#tests/support/site.ts'
import { type Certificates, makeCertificates } from './certificates.ts'
import { accountOf, familyOf, giveTo, isInstalled, runAs, send } from './debian.ts'

const PROGRAMS = '/usr/lib/postgresql/15/bin'
const START_MS = 90_000

type Settings = Record<string, string | number>
type PostgresOptions = {
  settings?: Settings
  port?: number
  /** True for TLS with a certificate of the test authority; connections without TLS are refused. */
  tls?: boolean
  /** Size of the disk with the tables, which a test can fill. Mounting it needs privileges. */
  diskMegabytes?: number
}
export type Postgres = {
  /** URL of the database `pardeh` as the user `pardeh`, without a password. */
  url: string
  port: number
  /** The data folder. */
  data: string
  /** The certificates if `tls` is set. */
  certificates: Certificates | null
  /** The process id of the postmaster; null while it does not run. */
  pid: () => number | null
  query: <Row extends pg.QueryResultRow>(text: string, values?: unknown[]) => Promise<Row[]>
  start: () => Promise<void>
  stop: (mode?: 'fast' | 'immediate') => Promise<void>
  restart: (mode?: 'fast' | 'immediate') => Promise<void>
  /** SIGKILL of the postmaster. Its children end when they notice. */
  kill: () => Promise<void>
  /** SIGSTOP of all processes: connections stay open and nothing answers. */
  pause: () => void
  resume: () => void
  /** Changes settings, and restarts the server if it runs. */
  configure: (settings: Settings) => Promise<void>
  /** Starts a streaming replica with hot standby on another port. */
  replica: (settings?: Settings) => Promise<Postgres>
  /** Makes a replica the primary. */
  promote: () => Promise<void>
  /** Stops the server in any state and removes its folder. */
  remove: () => Promise<void>
}

export const hasPostgres = isInstalled(`${PROGRAMS}/initdb`)

export async function startPostgres(options: PostgresOptions = {}): Promise<Postgres> {
  const { settings = {}, tls = false } = options
  const { folder, data } = await makeFolder()
  if (options.diskMegabytes) await mountDisk(data, options.diskMegabytes)
  const port = options.port ?? (await freePort())
  await program(folder, 'initdb', [
    '-D',
    data,
    '-U',
    'pardeh',
    '-E',
    'UTF8',
    '--locale=C.UTF-8',
    '-A',
    'trust',
    '-N',
    // The server would end on a full disk, because it could not write its log.
    ...(options.diskMegabytes ? ['--waldir', join(folder, 'wal')] : []),
  ])
  await appendFile(join(data, 'postgresql.conf'), `include 'test.conf'\n`)
  const certificates = tls ? await requireTls(folder, data) : null
  const server = serverIn({ folder, data, port, certificates })
  await server.configure(certificates ? { ...settings, ...tlsSettings(certificates) } : settings)
  await server.start()
  const admin = new pg.Client(clientOptions(server, 'postgres'))
  await admin.connect()
  await admin.query('create database pardeh')
  await admin.end()
  return server
}

type Location = { folder: string; data: string; port: number; certificates: Certificates | null }

const account = accountOf('postgres')

/** True if this user may mount a disk for `diskMegabytes`. */
export function canMountDisk(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'pardeh-mount-'))
  const { status } = spawnSync('mount', ['-t', 'tmpfs', 'tmpfs', folder])
  if (status === 0) spawnSync('umount', [folder])
  rmSync(folder, { recursive: true })
  return status === 0
}

async function mountDisk(data: string, megabytes: number): Promise<void> {
  await mkdir(data)
  spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', data])
  await giveTo(account, data)
  await chmod(data, 0o700)
}

async function makeFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'pardeh-pg15-'))
  await giveTo(account, folder)
  return { folder, data: join(folder, 'data') }
}

function program(folder: string, name: string, args: string[]): Promise<string> {
  return runAs(account, `${PROGRAMS}/${name}`, args, folder)
}

async function requireTls(folder: string, data: string): Promise<Certificates> {
  const certificates = await makeCertificates(join(folder, 'tls'))
  await giveTo(account, certificates.key)
  const lines = ['local all,replication all trust', 'hostssl all all 127.0.0.1/32 trust']
  await writeFile(join(data, 'pg_hba.conf'), `${lines.join('\n')}\n`)
  return certificates
}

function tlsSettings({ ca, cert, key }: Certificates): Settings {
  return { ssl: 'on', ssl_ca_file: ca, ssl_cert_file: cert, ssl_key_file: key }
}

function clientOptions({ port, certificates }: Location, database: string): pg.ClientConfig {
  return {
    connectionString: `postgres://pardeh@127.0.0.1:${port}/${database}`,
    ...(certificates ? { ssl: { ca: readFileSync(certificates.ca, 'utf8') } } : {}),
  }
}

function serverIn(location: Location): Postgres & Location {
  const { folder, data, port, certificates } = location
  let settings: Settings = {}
  const pid = () => postmaster(data)
  const control = (...args: string[]) => program(folder, 'pg_ctl', ['-D', data, '-w', ...args])

  async function write(): Promise<void> {
    const own = { port, listen_addresses: '127.0.0.1', unix_socket_directories: folder }
    const lines = Object.entries({ ...own, ...settings }).map(
      ([name, value]) => `${name} = '${value}'\n`,
    )
    await writeFile(join(data, 'test.conf'), lines.join(''))
  }
  async function start(): Promise<void> {
    await write()
    // After a kill the shared memory is in use until the last child has gone.
    for (const deadline = Date.now() + START_MS; ; await wait(100)) {
      try {
        return void (await control('-l', join(folder, 'log'), 'start'))
      } catch (error) {
        if (Date.now() > deadline)
          throw new Error(readFileSync(join(folder, 'log'), 'utf8').slice(-2_000), { cause: error })
      }
    }
  }
  async function stop(mode = 'fast'): Promise<void> {
    if (pid() !== null) await control('-m', mode, 'stop')
  }
  function signalAll(signal: NodeJS.Signals): void {
    const found = pid()
    for (const each of found ? familyOf(found) : []) send(signal, each)
  }
  async function kill(): Promise<void> {
    const found = pid()
    if (!found) return
    signalAll('SIGCONT')
    send('SIGKILL', found)
    while (send(0, found)) await wait(5)
  }

  return {
    ...location,
    url: `postgres://pardeh@127.0.0.1:${port}/pardeh`,
    pid,
    start,
    stop,
    kill,
    query: async (text, values) => {
      const client = new pg.Client(clientOptions(location, 'pardeh'))
      client.on('error', () => undefined)
      await client.connect()
      try {
        return (await client.query(text, values)).rows
      } finally {
        await client.end()
      }
    },
    restart: async mode => {
      await stop(mode)
      await start()
    },
    pause: () => signalAll('SIGSTOP'),
    resume: () => signalAll('SIGCONT'),
    configure: async more => {
      settings = { ...settings, ...more }
      if (pid() === null) return write()
      await stop()
      await start()
    },
    replica: async (own = {}) => {
      const copy = await makeFolder()
      const from = ['-h', folder, '-p', String(port), '-U', 'pardeh']
      await program(copy.folder, 'pg_basebackup', [
        '-D',
        copy.data,
        '-R',
        '-X',
        'stream',
        '-c',
        'fast',
        ...from,
      ])
      const follower = serverIn({ ...copy, port: await freePort(), certificates })
      await follower.configure(own)
      await follower.start()
      return follower
    },
    promote: async () => void (await control('promote')),
    remove: async () => {
      signalAll('SIGCONT')
      await stop('immediate').catch(kill)
      spawnSync('umount', [data])
      await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
    },
  }
}

function postmaster(data: string): number | null {
  try {
    const [line = ''] = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')
    return send(0, Number(line)) ? Number(line) : null
  } catch {
    return null
  }
}
