/**
 * A company's servers on one machine: nginx and Varnish in front of two page nodes, which call two service nodes, which use a
 * primary with a replica through PgBouncer. Limits are counted in a Redis that Sentinels watch. The bank is a separate process on
 * its own database and never fails.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Bank } from '#tests/support/bank.ts'
import { freePort } from '#tests/support/site.ts'
import { startBankWithDatabase } from './bank.ts'
import { type Nginx, startNginx } from './nginx.ts'
import { type PgBouncer, startPgBouncer } from './pgbouncer.ts'
import { type Postgres, startPostgres } from './postgres.ts'
import { type Sentinels, startSentinels } from './redis.ts'
import { type SupervisedNode, startSupervised } from './supervised.ts'
import { startVarnish, type Varnish } from './varnish.ts'

export type Topology = {
  /** URL of nginx. */
  url: string
  /** DATA_DIR of all nodes: their media. */
  dataDir: string
  primary: Postgres
  replica: Postgres
  pgbouncer: PgBouncer
  redis: Sentinels
  pages: SupervisedNode[]
  services: SupervisedNode[]
  nginx: Nginx
  varnish: Varnish
  bank: Bank
  /** Settings of the service nodes. */
  settings: Record<string, string>
  /** Stops everything; resolves to the exit codes of the nodes. */
  stop: () => Promise<(number | null)[]>
}

const NODES = 2
const PRIMARY = { max_connections: 200, shared_buffers: '64MB' }

export async function startTopology(env: Record<string, string> = {}): Promise<Topology> {
  const dataDir = await mkdtemp(join(tmpdir(), 'pardeh-nodes-'))
  const bank = await startBankWithDatabase()
  const primary = await startPostgres({ settings: PRIMARY })
  const replica = await primary.replica(PRIMARY)
  const pgbouncer = await startPgBouncer(primary)
  const redis = await startSentinels()

  const ports = await Promise.all(Array.from({ length: NODES * 2 }, freePort))
  const [pagePorts, servicePorts] = [ports.slice(0, NODES), ports.slice(NODES)]
  const varnish = await startVarnish({ nodes: pagePorts.map(port => ({ port })) })
  const common = {
    DATA_DIR: dataDir,
    SECRET: 'the-nodes-of-a-test-share-this-secret',
    REDIS_URL: redis.url,
    CDN_PURGE_URL: varnish.purgeUrl,
    CDN_PURGE_KEY: varnish.purgeKey,
    TRUST_PROXY: '127.0.0.1',
    ...env,
  }
  const service = {
    ...common,
    ...bank.env,
    DATABASE_URL: pgbouncer.url,
    DATABASE_DIRECT_URL: primary.url,
    DATABASE_READ_URL: replica.url,
  }
  const services: SupervisedNode[] = []
  for (const port of servicePorts)
    services.push(
      await startSupervised({
        port,
        dataDir,
        env: service,
        command: [process.execPath, 'src/api-server.ts'],
      }),
    )
  const pages = await Promise.all(
    pagePorts.map(port =>
      startSupervised({
        port,
        dataDir,
        env: {
          ...common,
          API_BASE_URL: services.map(({ url }) => url).join(','),
        },
      }),
    ),
  )
  const nginx = await startNginx(edge(varnish))

  return {
    url: nginx.url,
    dataDir,
    primary,
    replica,
    pgbouncer,
    redis,
    pages,
    services,
    nginx,
    varnish,
    bank,
    settings: service,
    stop: async () => {
      await nginx.stop()
      await varnish.stop()
      const codes: (number | null)[] = []
      for (const node of [...pages, ...services]) codes.push(await node.stop())
      await bank.stop()
      await pgbouncer.remove()
      await redis.remove()
      await replica.remove()
      await primary.remove()
      await rm(dataDir, { recursive: true, force: true })
      return codes
    },
  }
}

/** Configures the proxy that browsers reach. It repeats no request: Varnish chooses the node. */
function edge({ port }: Varnish) {
  return {
    http: `upstream varnish { server 127.0.0.1:${port}; keepalive 64; }`,
    server: `
      client_max_body_size 1m;
      location / {
        proxy_pass http://varnish;
        proxy_http_version 1.1;
        proxy_set_header Connection "";
        proxy_set_header Host $http_host;
        proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
        proxy_set_header X-Forwarded-Proto $scheme;
        proxy_read_timeout 30s;
        proxy_buffering off;
      }`,
  }
}
