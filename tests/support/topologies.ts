// Deployments other than the one of `npm start`.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chown, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '#src/service/db/embedded.ts'
import { silentLog } from './silent-log.ts'
import { freePort, type Site, startSite } from './site.ts'

export type Topology = { site: Site; stop: () => Promise<void> }

/** Pages in one process, the service in another, connected by API_BASE_URL alone. */
export async function withServiceApart(): Promise<Topology> {
  const service = await startSite({ command: [process.execPath, 'src/api-server.ts'] })
  const site = await startSite({ env: { API_BASE_URL: service.url } })
  return {
    site,
    stop: async () => {
      await site.stop()
      await service.stop()
    },
  }
}

const DEBIAN_15 = '/usr/lib/postgresql/15/bin'

/** An external server by DATABASE_URL: Debian's PostgreSQL 15 where it is installed, else an embedded one. */
export async function withDatabaseUrl(): Promise<Topology & { server: string }> {
  const { url, stop, server } = existsSync(`${DEBIAN_15}/initdb`)
    ? await debianServer()
    : await ownServer()
  const site = await startSite({ env: { DATABASE_URL: url } })
  return {
    site,
    server,
    stop: async () => {
      await site.stop()
      await stop()
    },
  }
}

async function ownServer() {
  const folder = await mkdtemp(join(tmpdir(), 'pardeh-server-'))
  const { url, stop } = await startEmbedded(folder, silentLog)
  return {
    url,
    server: 'PostgreSQL 18',
    stop: async () => {
      await stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function debianServer() {
  const folder = await mkdtemp(join(tmpdir(), 'pardeh-pg15-'))
  const port = await freePort()
  const account = process.getuid?.() === 0 ? idsOf('postgres') : undefined
  if (account) await chown(folder, account.uid, account.gid)
  const run = (program: string, ...args: string[]) => {
    const { status, stderr } = spawnSync(`${DEBIAN_15}/${program}`, args, {
      ...account,
      encoding: 'utf8',
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    if (status !== 0) throw new Error(`${program}: ${stderr}`)
  }
  const data = join(folder, 'data')
  run('initdb', '-D', data, '-U', 'pardeh', '-E', 'UTF8', '--locale=C.UTF-8', '-A', 'trust')
  run(
    'pg_ctl',
    '-D',
    data,
    '-w',
    '-l',
    join(folder, 'log'),
    '-o',
    `-p ${port} -h 127.0.0.1 -k ${folder}`,
    'start',
  )
  run('createdb', '-h', '127.0.0.1', '-p', String(port), '-U', 'pardeh', 'pardeh')
  return {
    url: `postgres://pardeh@127.0.0.1:${port}/pardeh`,
    server: 'PostgreSQL 15',
    stop: async () => {
      run('pg_ctl', '-D', data, '-m', 'fast', 'stop')
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function idsOf(user: string): { uid: number; gid: number } {
  const id = (flag: string) => Number(spawnSync('id', [flag, user], { encoding: 'utf8' }).stdout)
  return { uid: id('-u'), gid: id('-g') }
}
