// The embedded PostgreSQL server in DATA_DIR/pg: created once, started, kept running, stopped.
// The process that holds its advisory lock owns the folder. A connection holds the lock, so it ends with its process, however
// that process ends. A guard then stops the server; a process that starts before that adopts the server.
import { mkdir, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { StartError } from '../start-error.ts'
import { ADVISORY_LOCKS, tryAdvisoryLock } from './advisory-locks.ts'
import {
  type Cluster,
  createCluster,
  findPrograms,
  type Programs,
  readCluster,
  writeCluster,
} from './cluster.ts'
import { checkEngine } from './engine.ts'
import {
  findPostmaster,
  freePort,
  isProcessAlive,
  launchPostmaster,
  startupLog,
  stopPostmaster,
} from './postmaster.ts'
import { createPostmasterGuard, type PostmasterGuard } from './postmaster-guard.ts'
import { type Account, serverAccount } from './run-as.ts'

const startDeadline = 30_000
/** A server that was killed replays its log first, which may take this long. */
const recoveryDeadline = 600_000

export type Log = Record<'info' | 'warn' | 'error', (fields: object, message: string) => void>
export type Embedded = { url: string; stop(): Promise<void> }
/** Another data folder, or the programs of another version: used by upgrades. */
export type EmbeddedOptions = { folder?: string; engine?: { programs: Programs; major: number } }
type ServerFiles = {
  folder: string
  account: Account | null
  postgres: string
  cluster: Cluster
  guard: PostmasterGuard
}

/**
 * Starts the embedded server, and restarts it if it fails.
 * @throws StartError if another process uses the folder; the message names it
 */
export async function startEmbedded(
  dataDir: string,
  log: Log,
  options: EmbeddedOptions = {},
): Promise<Embedded> {
  const files = await prepare(dataDir, options)
  const { guard } = files
  let owner = await acquire(files, log).catch(error => {
    guard.release()
    throw error
  })
  await ensureDatabase(owner)

  let isStopping = false
  let recovery = Promise.resolve()
  function recoverWhenLost() {
    owner.once('end', () => {
      if (!isStopping) recovery = recover()
    })
  }
  async function recover() {
    for (let pause = 100; !isStopping; pause = Math.min(pause * 2, 5_000)) {
      log.warn({}, 'the embedded database stopped: restarting it')
      try {
        owner = await acquire(files, log)
        recoverWhenLost()
        log.info({}, 'the embedded database is running again')
        return
      } catch (error) {
        log.error({ err: error }, 'the embedded database did not start')
        await wait(pause)
      }
    }
  }
  async function stop() {
    isStopping = true
    await recovery
    const server = findPostmaster(files.folder)
    await owner.end().catch(() => {})
    if (server) await stopPostmaster(server.pid)
    guard.release()
  }
  recoverWhenLost()
  return { url: urlOf(files.cluster), stop }
}

/** Connects a command to the server of the running app, which it neither changes nor stops. Without one, starts a server. */
export async function connectEmbedded(dataDir: string, log: Log): Promise<Embedded> {
  const folder = await realpath(join(dataDir, 'pg')).catch(() => null)
  const server = folder && findPostmaster(folder)
  if (!server) return startEmbedded(dataDir, log)
  const { password } = await readCluster(folder)
  return { url: urlOf({ password, port: server.port }), stop: async () => {} }
}

async function prepare(
  dataDir: string,
  { folder: name = 'pg', engine }: EmbeddedOptions,
): Promise<ServerFiles> {
  await mkdir(dataDir, { recursive: true })
  const clusterFolder = join(await realpath(dataDir), name)
  await checkEngine(clusterFolder, engine?.major)
  const { initdb, postgres } = engine?.programs ?? (await findPrograms())
  const account = serverAccount(clusterFolder)
  await createCluster(clusterFolder, { initdb, postgres }, account)
  const folder = await realpath(clusterFolder)
  const cluster = await readCluster(folder)
  if (!findPostmaster(folder)) {
    const port = await freePort(cluster.port)
    if (port !== cluster.port) await writeCluster(folder, { ...cluster, port }, account)
    cluster.port = port
  }
  return { folder, account, postgres, cluster, guard: createPostmasterGuard(folder) }
}

/** Starts or adopts the server, and takes the lock that makes this process its owner. */
async function acquire(files: ServerFiles, log: Log): Promise<pg.Client> {
  const { folder, account, postgres, cluster, guard } = files
  const begin = Date.now()
  for (let hasLaunched = false; ; await wait(15)) {
    let server = findPostmaster(folder)
    if (!server) {
      if (hasLaunched) await wait(250)
      hasLaunched = true
      guard.arm()
      await launchPostmaster(folder, postgres, cluster.port, account)
      server = findPostmaster(folder)
    }
    if (server) cluster.port = server.port
    const client = await connect(files)
    if (client) {
      if (await tryAdvisoryLock(client, 'embeddedOwner')) {
        guard.arm()
        if (!hasLaunched)
          log.info({ pid: server?.pid }, 'adopted the embedded database that was still running')
        return client
      }
      await throwOrWait(client, folder)
    }
    if (Date.now() - begin > (server ? recoveryDeadline : startDeadline)) {
      throw new StartError(`The embedded database did not start:\n${startupLog(folder)}`)
    }
  }
}

/** Fails if another living process owns the server. The connection of a dead owner disappears after a moment. */
async function throwOrWait(client: pg.Client, folder: string): Promise<void> {
  const { rows } = await client.query(
    `select application_name as name from pg_stat_activity join pg_locks using (pid)
     where locktype = 'advisory' and objid = $1 and granted`,
    [ADVISORY_LOCKS.embeddedOwner],
  )
  await client.end()
  const owner = Number(/^pardeh (\d+)$/.exec(rows[0]?.name ?? '')?.[1])
  if (owner && isProcessAlive(owner)) {
    throw new StartError(
      `Another process (${owner}) is using ${folder}. Stop it first, or give this one its own DATA_DIR.`,
    )
  }
}

async function connect({ folder, cluster }: ServerFiles): Promise<pg.Client | null> {
  const client = new pg.Client({
    connectionString: urlOf(cluster, 'postgres'),
    application_name: `pardeh ${process.pid}`,
    connectionTimeoutMillis: 2_000,
    keepAlive: true,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query("select current_setting('data_directory') as folder")
    if (rows[0].folder === folder) return client
  } catch {
    // The server is not up yet, or another server uses this port.
  }
  await client.end().catch(() => {})
  return null
}

async function ensureDatabase(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query("select from pg_database where datname = 'pardeh'")
  if (rowCount === 0) await client.query('create database pardeh')
}

function urlOf({ password, port }: Cluster, database = 'pardeh'): string {
  return `postgres://pardeh:${password}@127.0.0.1:${port}/${database}`
}
