/** `./pardeh doctor` on an installation whose servers all work. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Finding } from '#src/service/operations/doctor/check.ts'
import { anOperatorProcess } from '#tests/support/operator.ts'
import { type Site, startSite } from '#tests/support/site.ts'
import { type Nginx, startNginx } from './support/nginx.ts'
import { type Postgres, startPostgres } from './support/postgres.ts'
import { type RedisServer, startRedis } from './support/redis.ts'
import { siteProxy } from './support/site-proxy.ts'

const SECRET = 'a secret of the tests, long enough for a key'

let dataDir: string
let primary: Postgres
let replica: Postgres
let redis: RedisServer
let site: Site
let nginx: Nginx
let settings: Record<string, string>
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'pardeh-doctor-'))
  primary = await startPostgres()
  replica = await primary.replica()
  redis = await startRedis()
  settings = {
    SECRET,
    DATABASE_URL: primary.url,
    DATABASE_READ_URL: replica.url,
    REDIS_URL: redis.url,
    TRUST_PROXY: '127.0.0.1',
  }
  site = await startSite({ env: settings })
  nginx = await startNginx(siteProxy([site.port]))
})
afterAll(async () => {
  await nginx?.stop()
  await site?.stop()
  await redis?.remove()
  await replica?.remove()
  await primary?.remove()
  await rm(dataDir, { recursive: true, force: true })
})

async function checks(more: Record<string, string> = {}) {
  const operator = anOperatorProcess({
    ...settings,
    DATA_DIR: dataDir,
    SITE_URL: nginx.url,
    ...more,
  })
  const { stdout } = await operator.run('doctor', '--nodes', '2', '--json')
  const { checks } = JSON.parse(stdout) as { checks: Finding[] }
  return Object.fromEntries(checks.map(({ name, status }) => [name, status]))
}

test('the doctor reports that servers, replica and the connection through the proxy work', async () => {
  expect(await checks()).toMatchObject({
    database: 'ok',
    'database replica': 'ok',
    'database connections': 'ok',
    Redis: 'ok',
    SITE_URL: 'ok',
    TRUST_PROXY: 'ok',
  })
})

test('the doctor reports a proxy without a node, and a missing replica', async () => {
  await replica.stop()
  await nginx.reload({ server: 'location / { return 502; }' })
  expect(await checks()).toMatchObject({ 'database replica': 'fail', SITE_URL: 'fail' })
})
