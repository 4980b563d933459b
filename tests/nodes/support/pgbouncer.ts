/** Debian's PgBouncer in front of a server, in transaction mode: version 1.18, which has no named prepared statements. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from '#tests/support/site.ts'
import { accountOf, giveTo } from './debian.ts'
import type { Postgres } from './postgres.ts'

const PROGRAM = '/usr/sbin/pgbouncer'
const START_MS = 60_000

export type PgBouncer = {
  /** URL of the database `pardeh` through PgBouncer. */
  url: string
  port: number
  start: () => Promise<void>
  kill: () => Promise<void>
  pause: () => void
  resume: () => void
  /** Connects to another server from now on, as after a failover. */
  pointTo: (server: Pick<Postgres, 'port'>) => Promise<void>
  remove: () => Promise<void>
}
type PgBouncerOptions = { port?: number; settings?: Record<string, string | number> }

export async function startPgBouncer(
  server: Pick<Postgres, 'port'>,
  options: PgBouncerOptions = {},
): Promise<PgBouncer> {
  const account = accountOf('postgres')
  const folder = await mkdtemp(join(tmpdir(), 'pardeh-pgbouncer-'))
  const port = options.port ?? (await freePort())
  const file = join(folder, 'pgbouncer.ini')
  const logFile = join(folder, 'log')
  let child: ChildProcess | null = null

  async function write({ port: serverPort }: Pick<Postgres, 'port'>): Promise<void> {
    const settings = {
      listen_addr: '127.0.0.1',
      listen_port: port,
      unix_socket_dir: '',
      auth_type: 'any',
      admin_users: 'pardeh',
      pool_mode: 'transaction',
      default_pool_size: 20,
      max_client_conn: 500,
      // Seconds after a failed connection to the server. The default of 15 is longer than a recovery may take.
      server_login_retry: 1,
      logfile: logFile,
      ...options.settings,
    }
    const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`)
    const database = `pardeh = host=127.0.0.1 port=${serverPort} dbname=pardeh user=pardeh`
    const text = ['[databases]', database, '[pgbouncer]', ...lines, ''].join('\n')
    await writeFile(file, text)
  }
  async function start(): Promise<void> {
    child = spawn(PROGRAM, [file], { ...account, cwd: folder, stdio: 'ignore' })
    for (const deadline = Date.now() + START_MS; ; await wait(50)) {
      if (await admin('show version').then(isTrue, isFalse)) return
      if (child.exitCode === null && Date.now() < deadline) continue
      throw new Error(`pgbouncer did not start: ${await readFile(logFile, 'utf8').catch(String)}`)
    }
  }
  async function admin(command: string): Promise<void> {
    const client = new pg.Client(`postgres://pardeh@127.0.0.1:${port}/pgbouncer`)
    client.on('error', () => undefined)
    await client.connect()
    await client.query(command).finally(() => client.end())
  }
  async function kill(): Promise<void> {
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGCONT')
    child.kill('SIGKILL')
    await ended
  }

  await write(server)
  await giveTo(account, folder)
  await start()
  return {
    url: `postgres://pardeh@127.0.0.1:${port}/pardeh`,
    port,
    start,
    kill,
    pause: () => void child?.kill('SIGSTOP'),
    resume: () => void child?.kill('SIGCONT'),
    pointTo: async next => {
      await write(next)
      await admin('reload')
    },
    remove: async () => {
      await kill()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const isTrue = () => true
const isFalse = () => false
