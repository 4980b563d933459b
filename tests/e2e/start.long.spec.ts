// Start, stop and crash of the site on its own data folder, without a browser.
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { removeData, type Site, type SiteOptions, startSite } from '#tests/support/site.ts'

/** Steps that only the first start takes: on an existing data folder the site is ready sooner. */
const FIRST_START = /migrating the database|seeding the demo/

const RUN: [string, ...string[]] = [process.execPath, 'scripts/run.mjs', 'start']

let dataDir = ''

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'pardeh start '))
  const site = await startSite({ dataDir })
  expect(site.logs()).toMatch(FIRST_START)
  expect(await site.stop(), 'the exit code after SIGTERM').toBe(0)
}, 240_000)

afterAll(() => removeData(dataDir))

describe('a site that was started before', () => {
  test('npm start repeats no step of the first start, and forwards SIGTERM', async () => {
    const site = await aSite({ dataDir, command: RUN })
    expect(site.logs()).not.toMatch(FIRST_START)
    expect(await site.stop()).toBe(0)
    await expect(fetch(`${site.url}/healthz`)).rejects.toThrow()
  })

  test('after kill -9 the next start recovers', async () => {
    await (await aSite({ dataDir })).kill9()
    const site = await aSite({ dataDir })
    expect(await (await fetch(`${site.url}/readyz`)).text()).toContain('ready')
  })

  test('a second process on its data folder refuses to start and says why', async () => {
    const site = await aSite({ dataDir })
    await expect(aSite({ dataDir })).rejects.toThrow(/DATA_DIR/)
    expect((await fetch(`${site.url}/readyz`)).status).toBe(200)
  })

  test('an idle connection of a trusted proxy stays open for more than a minute; others close soon', async () => {
    const idleSeconds = async (env: Record<string, string>) => {
      const site = await aSite({ dataDir, env })
      const { headers } = await fetch(`${site.url}/healthz`)
      expect(await site.stop()).toBe(0)
      return Number(/timeout=(\d+)/.exec(headers.get('keep-alive') ?? '')?.[1])
    }
    expect(await idleSeconds({ TRUST_PROXY: '127.0.0.1' })).toBeGreaterThan(60)
    expect(await idleSeconds({})).toBeLessThan(10)
  })

  test('an occupied port is reported, and no process remains', async () => {
    const holder = createServer(socket => socket.destroy()).listen(0, '127.0.0.1')
    await once(holder, 'listening')
    const { port } = holder.address() as AddressInfo
    await expect(aSite({ port, dataDir })).rejects.toThrow(String(port))
    holder.close()
    expect(existsSync(join(dataDir, 'pg/postmaster.pid')), 'its database was ended').toBe(false)
  })
})

/** Starts a site, and stops it when the test ends, even if it fails. */
async function aSite(options: SiteOptions): Promise<Site> {
  const site = await startSite(options)
  onTestFinished(() => site.stop().then(() => undefined))
  return site
}
