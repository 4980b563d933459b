/**
 * A release next to the previous one: the next release is a copy of this code with further migrations. It migrates the database,
 * and nodes of this code, running and starting, keep working.
 */
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabasePool } from '#src/service/platform/db/open.ts'
import { copyCheckout } from '#tests/support/checkout-copy.ts'
import { type Site, startSite } from '#tests/support/site.ts'
import { aBank } from './support/bank.ts'
import { startPostgres } from './support/postgres.ts'
import { FOR_PURCHASES, startPurchases } from './support/purchases.ts'

const SECRET = 'a secret of the tests, long enough for a key'
const EXPANDING = {
  '9000_nickname': 'alter table users add column nickname text',
  '9001_by_nickname':
    '-- concurrently\ncreate index concurrently if not exists users_by_nickname on users (nickname)',
}
const CONTRACTING = { '9002_gone': '-- needs: 9000_nickname\nalter table users drop column email' }

/** Creates a checkout of this code with these migrations after its own. */
async function nextRelease(migrations: Record<string, string>): Promise<string> {
  const checkout = await copyCheckout(['src', 'package.json'], ['dist'])
  onTestFinished(() => rm(checkout, { recursive: true }))
  const folder = join(checkout, 'src/service/platform/db/migrations')
  const file = join(folder, 'meta/_journal.json')
  const journal = JSON.parse(await readFile(file, 'utf8'))
  for (const [tag, text] of Object.entries(migrations)) {
    journal.entries.push({ idx: journal.entries.length, tag })
    await writeFile(join(folder, `${tag}.sql`), text)
  }
  await writeFile(file, JSON.stringify(journal))
  return checkout
}

test('this release still sells and starts on a database that the next release has migrated', async () => {
  const server = await startPostgres()
  onTestFinished(server.remove)
  const bank = await aBank()
  const env = { ...FOR_PURCHASES, ...bank.env, DATABASE_URL: server.url, SECRET }
  const aNode = async (checkout?: string): Promise<Site> => {
    const node = await startSite({ env, ...(checkout ? { checkout } : {}) })
    onTestFinished(() => node.stop().then(() => undefined))
    return node
  }
  const running = await aNode()
  const purchases = await startPurchases({ urls: [running.url], bank, pauseMs: 1_500 })
  await expect.poll(purchases.paid, { timeout: 60_000 }).toBeGreaterThan(3)
  const next = await aNode(await nextRelease(EXPANDING))
  const tags = await server.query(`select tag from migrations where tag like '9%' order by tag`)
  expect(tags).toEqual([{ tag: '9000_nickname' }, { tag: '9001_by_nickname' }])
  const sold = purchases.paid()
  await expect.poll(purchases.paid, { timeout: 60_000 }).toBeGreaterThan(sold + 3)
  await purchases.stop()
  expect(purchases.failures()).toEqual({})

  const started = await aNode()
  const urls = [started.url, next.url]
  const mixed = await startPurchases({ urls, bank, pauseMs: 1_500 })
  await expect.poll(mixed.paid, { timeout: 60_000 }).toBeGreaterThan(5)
  await mixed.stop()
  const { db, close } = await openDatabasePool(server.url, { size: 2 })
  await mixed.verify(db).finally(close)
  expect(mixed.failures()).toEqual({})
})

test('this release refuses a database from which the release after next has removed something', async () => {
  const server = await startPostgres()
  onTestFinished(server.remove)
  const env = { DATABASE_URL: server.url, SECRET }
  await (await startSite({ env })).stop()
  await server.query('alter table users add column if not exists email text')
  const checkout = await nextRelease({ ...EXPANDING, ...CONTRACTING })
  await (await startSite({ env, checkout })).stop()
  await expect(startSite({ env })).rejects.toThrow(/9002_gone.*needs a newer version/)
})
