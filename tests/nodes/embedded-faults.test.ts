/** The embedded database is restarted and killed while buyers pay: the site keeps running, and no acknowledged payment is lost. */
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { connectEmbedded } from '#src/service/platform/db/embedded.ts'
import { openDatabasePool } from '#src/service/platform/db/open.ts'
import { findPostmaster } from '#src/service/platform/db/postmaster.ts'
import { silentLog } from '#tests/support/silent-log.ts'
import { type Site, startSite } from '#tests/support/site.ts'
import { aBank } from './support/bank.ts'
import { FOR_PURCHASES, startPurchases } from './support/purchases.ts'

/** Number of restarts, and of kills. The long run makes 50 of each. */
const CYCLES = Number(process.env.EMBEDDED_FAULTS ?? 3)
const BACK_MS = 60_000

async function isReady({ url }: Site): Promise<boolean> {
  return fetch(`${url}/readyz`).then(
    reply => reply.ok,
    () => false,
  )
}

test(`the site lives through ${CYCLES} restarts and ${CYCLES} kills under purchases`, {
  timeout: 120_000 + CYCLES * 120_000,
}, async () => {
  const bank = await aBank()
  const site = await startSite({ env: { ...FOR_PURCHASES, ...bank.env } })
  onTestFinished(() => site.stop().then(() => undefined))
  const purchases = await startPurchases({ urls: [site.url], bank })
  const slowest = { SIGINT: 0, SIGKILL: 0 }
  for (let fault = 0; fault < CYCLES * 2; fault++) {
    // The site sells between two faults, however slow the machine is.
    const sold = purchases.paid()
    const signal = fault % 2 === 0 ? 'SIGINT' : 'SIGKILL'
    const before = findPostmaster(join(site.dataDir, 'pg'))
    const began = Date.now()
    process.kill(before?.pid ?? 0, signal)
    await expect
      .poll(() => findPostmaster(join(site.dataDir, 'pg'))?.pid ?? before?.pid, {
        timeout: BACK_MS,
        interval: 20,
      })
      .not.toBe(before?.pid)
    await expect.poll(() => isReady(site), { timeout: BACK_MS, interval: 50 }).toBe(true)
    slowest[signal] = Math.max(slowest[signal], Date.now() - began)
    await expect.poll(() => purchases.paid(), { timeout: BACK_MS }).toBeGreaterThan(sold)
    await wait(Math.random() * 1_500)
  }
  await purchases.stop()
  console.info(`${purchases.paid()} paid`, purchases.failures(), 'slowest recovery', slowest)

  const { url } = await connectEmbedded(site.dataDir, silentLog)
  const { db, close } = await openDatabasePool(url, { size: 2 })
  await purchases.verify(db).finally(close)
  expect(purchases.paid()).toBeGreaterThanOrEqual(CYCLES * 2)
  expect(site.logs()).not.toContain('uncaught exception')
  expect(await site.stop()).toBe(0)
})
