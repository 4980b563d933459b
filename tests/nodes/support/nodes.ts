/** Page nodes and service nodes on an embedded database, each as a process. */

import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { startEmbedded } from '#src/service/platform/db/embedded.ts'
import { programOf } from '#tests/support/operator.ts'
import { silentLog } from '#tests/support/silent-log.ts'
import { type Site, startSite } from '#tests/support/site.ts'

const run = promisify(execFile)

export type Nodes = {
  pages: Site[]
  services: Site[]
  databaseUrl: string
  secret: string
  /** Runs a command of src/service/operations/cli on their database. */
  command: (name: string, ...args: string[]) => Promise<string>
  /** Starts another page node. */
  addPage: (env?: Record<string, string>) => Promise<Site>
  stop: () => Promise<void>
}
type NodesOptions = {
  pages: number
  /** Number of service nodes. If it is 0, each page node runs the service itself. */
  services: number
  /** Environment of all nodes. */
  env?: Record<string, string>
}

export async function startNodes({ pages, services, env = {} }: NodesOptions): Promise<Nodes> {
  const dataDir = await mkdtemp(join(tmpdir(), 'pardeh-nodes-'))
  const database = await startEmbedded(dataDir, silentLog)
  const secret = `a secret of ${pages} and ${services} nodes, ${crypto.randomUUID()}`
  const common = { SECRET: secret, TRUST_PROXY: '127.0.0.1', ...env }
  const local = { ...common, DATABASE_URL: database.url }
  const started: Site[] = []
  const start = async (own: Record<string, string>, program: string) => {
    const site = await startSite({ env: own, dataDir, command: [process.execPath, program] })
    started.push(site)
    return site
  }
  const serviceNodes: Site[] = []
  // The first node migrates and seeds.
  for (let n = 0; n < services; n++)
    serviceNodes.push(await start({ ...local, TRUST_PROXY: '' }, 'src/api-server.ts'))
  const urls = serviceNodes.map(({ url }) => url).join(' ')
  const addPage = (own: Record<string, string> = {}) =>
    start(
      services > 0 ? { ...common, API_BASE_URL: urls, ...own } : { ...local, ...own },
      'src/server.ts',
    )
  const pageNodes: Site[] = []
  for (let n = 0; n < pages; n++) pageNodes.push(await addPage())
  return {
    pages: pageNodes,
    services: serviceNodes,
    databaseUrl: database.url,
    secret,
    command: async (name, ...args) => {
      const { PATH } = process.env
      const surroundings = { PATH, DATA_DIR: dataDir, ...local }
      return (await run(process.execPath, [...programOf(name), ...args], { env: surroundings }))
        .stdout
    },
    addPage,
    stop: async () => {
      for (const site of started.reverse()) await site.stop()
      await database.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
