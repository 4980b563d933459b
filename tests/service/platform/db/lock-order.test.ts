import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lockUser } from '#src/service/platform/db/lock-user.ts'
import { inTransaction, type Tx } from '#src/service/platform/db/open.ts'
import { payments, vouchers } from '#src/service/platform/db/schema/checkout.ts'
import { newId } from '#src/service/platform/ids.ts'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'
import { watchLockOrder } from '#tests/support/watch-lock-order.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

const lockPayment = async (tx: Tx) =>
  tx.select({ id: payments.id }).from(payments).where(eq(payments.id, newId())).for('no key update')

async function locksOf(work: (tx: Tx) => Promise<unknown>): Promise<string[]> {
  const stop = watchLockOrder()
  await inTransaction(database.db, work)
  return stop()
}

test('a payment that is locked before its user is in order', async () => {
  const inOrder = async (tx: Tx) => {
    await lockPayment(tx)
    await lockUser(tx, newId())
    await lockPayment(tx)
  }
  expect(await locksOf(inOrder)).toEqual([])
})

test('a user that is locked before a payment is reported', async () => {
  const againstOrder = async (tx: Tx) => {
    await lockUser(tx, newId())
    await lockPayment(tx)
  }
  expect(await locksOf(againstOrder)).toEqual([
    expect.stringMatching(/^transactions is locked after users: select /),
  ])
})

test('a row that is changed counts as locked, a new one does not', async () => {
  const changed = async (tx: Tx) => {
    await tx.update(vouchers).set({ used: 0 }).where(eq(vouchers.id, newId()))
    await lockUser(tx, newId())
  }
  expect(await locksOf(changed)).toEqual([
    expect.stringMatching(/^users is locked after vouchers: select /),
  ])
})

test('locks of an earlier transaction do not count', async () => {
  const stop = watchLockOrder()
  await inTransaction(database.db, tx => lockUser(tx, newId()))
  await inTransaction(database.db, lockPayment)
  expect(stop()).toEqual([])
})
