// Deployments other than the one of `npm start`.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '#src/service/platform/db/embedded.ts'
import { hasPostgres, startPostgres } from '#tests/nodes/support/postgres.ts'
import { silentLog } from './silent-log.ts'
import { type Site, startSite } from './site.ts'

export type Topology = { site: Site; stop: () => Promise<void> }

/** Pages in one process and the service in another, connected only by API_BASE_URL. */
export async function withServiceApart(): Promise<Topology> {
  const env = { SECRET: 'a secret that pages and service share' }
  const service = await startSite({ env, command: [process.execPath, 'src/api-server.ts'] })
  const site = await startSite({ env: { ...env, API_BASE_URL: service.url } })
  return {
    site,
    stop: async () => {
      await site.stop()
      await service.stop()
    },
  }
}

/** An external server by DATABASE_URL: Debian's PostgreSQL 15 if it is installed, otherwise an embedded one. */
export async function withDatabaseUrl(): Promise<Topology & { server: string }> {
  const { url, stop, server } = hasPostgres ? await debianServer() : await ownServer()
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
  const { url, remove } = await startPostgres()
  return { url, server: 'PostgreSQL 15', stop: remove }
}
