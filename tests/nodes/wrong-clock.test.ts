/** A running site whose system clock is set 42 days ahead: it accepts no new visitors, and its current visitors lose nothing. */
import { rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { type Site, startSite } from '#tests/support/site.ts'

const DAYS = 42
const PRELOAD = resolve(import.meta.dirname, 'support/shift-clock.mjs')

async function call(site: Site, path: string, cookie = '', body?: object) {
  const reply = await fetch(`${site.url}/api${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { origin: site.url, cookie, 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const cookies = reply.headers.getSetCookie().map(line => line.split(';')[0])
  const { data } = (await reply.json()) as { data: never }
  return { status: reply.status, data, cookie: cookies.join('; ') }
}

async function signIn(site: Site, mobile: string): Promise<string> {
  const { data } = await call(site, `/access-token/users/${mobile}/otp`)
  const { tracker_id } = data as { tracker_id: string }
  const otp = (await site.outbox(mobile))[0]?.code
  const device = { unique_identifier: `browser-of-${mobile}` }
  const path = `/access-token/users/${mobile}/otp`
  const signedIn = await call(site, path, '', { otp, tracker_id, device })
  expect(signedIn.status).toBe(200)
  return signedIn.cookie
}

const ready = async (site: Site) => {
  const reply = await fetch(`${site.url}/readyz`)
  return [reply.status, await reply.json()]
}

test('it is not ready and says why; sessions, codes and limits follow the database’s clock', async () => {
  const file = join(resolve(process.env.TMPDIR ?? '/tmp'), `clock-${process.pid}-${Date.now()}`)
  const env = {
    NODE_OPTIONS: `--import=${PRELOAD}`,
    SHIFT_FILE: file,
    SHIFT_MS: String(DAYS * 86_400_000),
  }
  const site = await startSite({ env })
  onTestFinished(async () => {
    await rm(file, { force: true })
    await site.stop()
  })
  const cookie = await signIn(site, '09125550001')
  await writeFile(file, '')
  await expect
    .poll(() => ready(site), { timeout: 30_000, interval: 250 })
    .toEqual([503, { status: 'not ready', reasons: ['clock'] }])
  await expect.poll(() => site.logs()).toContain('clock_skew')
  const metrics = await (await fetch(`${site.url}/metrics`)).text()
  const [, skew] = /^pardeh_clock_skew_seconds (\S+)$/m.exec(metrics) ?? []
  expect(Number(skew) / 86_400).toBeCloseTo(DAYS)

  expect((await call(site, '/users/_self', cookie)).status).toBe(200)
  expect((await call(site, '/access-token/users/09125550001/otp')).status).toBe(429)
  await signIn(site, '09125550002')

  await rm(file)
  await expect
    .poll(() => ready(site), { timeout: 30_000, interval: 250 })
    .toEqual([200, { status: 'ready' }])
  await expect.poll(() => site.logs()).toContain('clock_right')
})
