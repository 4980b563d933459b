/**
 * The six worst faults, made at a running node: each alert fires in Prometheus because of what /metrics reports, and none fires
 * before. Their `for` is two seconds here; ops/prometheus/alerts.test.yml tests it.
 */
import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, statfs, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSubscription, paySubscription } from '#src/contract/endpoints/checkout.ts'
import { sendOtp } from '#src/contract/endpoints/session.ts'
import { aNumber } from '#tests/support/account.ts'
import { clientOf, signInAt } from '#tests/support/api-client.ts'
import type { Bank } from '#tests/support/bank.ts'
import { type Site, startSite } from '#tests/support/site.ts'
import { startBankWithDatabase } from './support/bank.ts'
import { canMountDisk, type Postgres, startPostgres } from './support/postgres.ts'
import { hasPrometheus, type Prometheus, startPrometheus } from './support/prometheus.ts'

const SIX = [
  'PardehDatabaseDown',
  'PardehPaymentsStuck',
  'PardehSmsBudgetLow',
  'PardehJobsFailing',
  'PardehDiskFull',
  'PardehErrorRate',
]
const DISK_MEGABYTES = 64
/** Gauges are measured again after 15 s; a rule then waits for its `for`. */
const FIRES_MS = 60_000

let folder: string
let data: string
let server: Postgres
let bank: Bank | null
let site: Site
let prometheus: Prometheus

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pardeh-alerts-'))
  data = join(folder, 'data')
  await mkdir(data)
  if (canMountDisk())
    spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MEGABYTES}m`, 'tmpfs', data])
  // A folder cannot be created below a file, so backups fail.
  await writeFile(join(folder, 'file'), '')
  server = await startPostgres()
  bank = await startBankWithDatabase()
  site = await startSite({
    dataDir: data,
    env: {
      DATABASE_URL: server.url,
      SECRET: 'a secret of the tests, long enough for a key',
      TRUST_PROXY: '127.0.0.1',
      SMS_PER_HOUR: '10',
      BACKUP_EVERY: '24',
      BACKUP_DIR: join(folder, 'file', 'backups'),
      ...bank.env,
    },
  })
  prometheus = await startPrometheus([new URL(site.url).host])
}, 180_000)

afterAll(async () => {
  await prometheus?.stop()
  await site?.stop()
  await bank?.stop()
  await server?.remove()
  spawnSync('umount', [data])
  await rm(folder, { recursive: true, force: true })
}, 180_000)

const fires = (name: string) =>
  expect.poll(() => prometheus.firing(name), { timeout: FIRES_MS, interval: 500 })

test.skipIf(!hasPrometheus && !process.env.CI)('no alert fires at a healthy node', async () => {
  await fetch(`${site.url}/contents`)
  await expect.poll(() => prometheus.scrapes(), { timeout: 30_000 }).toBeGreaterThan(5)
  for (const name of SIX) expect([name, await prometheus.firing(name)]).toEqual([name, null])
})

test.skipIf(!hasPrometheus && !process.env.CI)(
  'a payment stays open while its bank does not answer: PardehPaymentsStuck',
  async () => {
    const { api } = await signInAt(site.url, aNumber(), '10.1.1.1')
    const body = { package_id: 'month-1', gateway_id: 'zarinpal' }
    const { transaction_id } = await api(createSubscription, { body })
    await api(paySubscription, { body: { transaction_id } })
    await bank?.stop()
    bank = null
    await server.query(
      `update transactions set redirected_at = redirected_at - interval '2 hours' where id = $1`,
      [transaction_id],
    )
    await fires('PardehPaymentsStuck').toMatchObject({ gateway: 'zarinpal', severity: 'critical' })
  },
)

test.skipIf(!hasPrometheus && !process.env.CI)(
  'codes are requested again and again: PardehSmsBudgetLow',
  async () => {
    for (let n = 0; n < 9; n++)
      await clientOf(
        site.url,
        undefined,
        undefined,
        `10.2.${n}.1`,
      )(sendOtp, {
        params: { msisdn: aNumber() },
      }).catch(() => undefined)
    await fires('PardehSmsBudgetLow').toMatchObject({ window: 'hour' })
  },
)

test.skipIf(!hasPrometheus && !process.env.CI)(
  'a backup cannot be written: PardehJobsFailing',
  async () => {
    // Enqueued as its schedule does, which is due every ten minutes.
    await server.query(`insert into jobs.schedule (name, cron, timezone, data, options)
      values ('backup.run', '* * * * *', 'UTC', '{}', '{}')
      on conflict (name, key) do update set cron = excluded.cron`)
    await expect
      .poll(() => prometheus.firing('PardehJobsFailing'), { timeout: 110_000, interval: 500 })
      .toMatchObject({ job_name: 'backup.run' })
  },
)

test.skipIf((!hasPrometheus && !process.env.CI) || !canMountDisk())(
  'the disk of DATA_DIR fills: PardehDiskFull',
  async () => {
    const { bavail, bsize } = await statfs(data)
    await writeFile(join(data, 'filling'), Buffer.alloc(Math.floor(bavail * bsize * 0.95)))
    await fires('PardehDiskFull').toMatchObject({ severity: 'critical' })
    await rm(join(data, 'filling'))
  },
)

test.skipIf(!hasPrometheus && !process.env.CI)(
  'PostgreSQL stops: PardehDatabaseDown, and PardehErrorRate while visitors come',
  async () => {
    await server.stop()
    const visits = setInterval(() => {
      fetch(`${site.url}/api/widgets/packages`).catch(() => undefined)
    }, 200)
    try {
      await fires('PardehDatabaseDown').toMatchObject({ severity: 'critical' })
      await fires('PardehErrorRate').toMatchObject({ kind: 'api' })
    } finally {
      clearInterval(visits)
    }
    await server.start()
    await fires('PardehDatabaseDown').toBe(null)
  },
)
