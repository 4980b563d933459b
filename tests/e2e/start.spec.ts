// How the site starts, stops and falls, on a data folder of its own. No browser is needed.
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { removeData, type Site, startSite } from '#tests/support/site.ts'

const SECOND_START_MS = 5_000

let dataDir = ''
let elsewhere = ''
let site: Site

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'pardeh start '))
  elsewhere = await mkdtemp(join(tmpdir(), 'pardeh-start-'))
  site = await startSite({ dataDir })
})

afterAll(async () => {
  await site?.stop()
  await removeData(dataDir)
  await removeData(elsewhere)
})

describe('a site that was started before', () => {
  test('SIGTERM ends it in order', async () => {
    expect(await site.stop()).toBe(0)
  })

  test('npm start answers within 5 seconds, and passes SIGTERM on', async () => {
    const started = Date.now()
    const command: [string, ...string[]] = [process.execPath, 'scripts/run.mjs', 'start']
    const again = await startSite({ dataDir, command })
    expect(Date.now() - started).toBeLessThan(SECOND_START_MS)
    expect(await again.stop()).toBe(0)
    await expect(fetch(`${again.url}/healthz`)).rejects.toThrow()
  })

  test('a kill -9 leaves nothing that a start cannot take up', async () => {
    const first = await startSite({ dataDir })
    await first.kill9()
    site = await startSite({ dataDir })
    expect(await (await fetch(`${site.url}/readyz`)).text()).toContain('ready')
  })

  test('a second process on its folder refuses and says why', async () => {
    await expect(startSite({ dataDir })).rejects.toThrow(/DATA_DIR|data folder|in use/i)
    expect((await fetch(`${site.url}/readyz`)).status).toBe(200)
  })

  test('a port that is taken is named, and nothing is left running', async () => {
    const holder = createServer(socket => socket.destroy()).listen(0, '127.0.0.1')
    await once(holder, 'listening')
    const { port } = holder.address() as AddressInfo
    await expect(startSite({ port, dataDir: elsewhere })).rejects.toThrow(String(port))
    holder.close()
    expect(existsSync(join(elsewhere, 'pg/postmaster.pid')), 'its database was ended').toBe(false)
  })
})
