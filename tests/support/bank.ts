/** The fake bank in its own process on its own database, so that it survives a crash of the service. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join, resolve } from 'node:path'
import { sql } from 'drizzle-orm'
import {
  clearFaults,
  type FaultInjection,
  injectFault,
} from '#src/service/platform/adapters/payments/fake-bank/faults.ts'
import { bankDb } from '#src/service/platform/adapters/payments/fake-bank/store.ts'
import { type OpenDatabase, openDatabasePool } from '#src/service/platform/db/open.ts'
import type { BankAction } from './shop.ts'

const root = resolve(import.meta.dirname, '../..')
const ENTRY = join(root, 'src/service/operations/cli/fake-bank.ts')

type BankRecord = { gateway: string; authority: string; status: string; order_id: string }
export type Bank = {
  url: string
  /** Environment variables that point a service's gateways to this bank. */
  env: Record<'ZARINPAL_BASE_URL' | 'ZIBAL_BASE_URL' | 'VANDAR_BASE_URL', string>
  /** The bank's own database. */
  db: OpenDatabase['db']
  /** Submits the bank's page as the payer; returns the callback URL, or null. */
  act: (page: string, action: BankAction) => Promise<string | null>
  payments: () => Promise<BankRecord[]>
  fault: (
    call: FaultInjection['call'],
    fault: FaultInjection['fault'],
    times?: number,
  ) => Promise<void>
  noFaults: () => Promise<void>
  stop: () => Promise<void>
}

/** @param url of an empty database that only the bank uses */
export async function startBank(url: string): Promise<Bank> {
  const child = fork(ENTRY, {
    cwd: root,
    env: { PATH: process.env.PATH, BANK_DATABASE_URL: url, PORT: '0' },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    execArgv: [],
  })
  const [{ url: address }] = (await once(child, 'message')) as [{ url: string }]
  const { db, close } = await openDatabasePool(url, { size: 4 })
  await bankDb({ db })
  const at = (name: string) => `${address}/fake/${name}`
  return {
    url: address,
    env: {
      ZARINPAL_BASE_URL: at('zarinpal'),
      ZIBAL_BASE_URL: at('zibal'),
      VANDAR_BASE_URL: at('vandar'),
    },
    db,
    act: async (page, action) => {
      const gateway = page.includes('/fake/zibal/') ? 'zibal' : 'zarinpal'
      const reply = await fetch(`${address}/fake/pay/${gateway}/${page.split('/').at(-1)}`, {
        method: 'POST',
        redirect: 'manual',
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
        body: `action=${action}`,
      })
      return reply.headers.get('location')
    },
    payments: async () => {
      const { rows } = await db.execute<BankRecord>(
        sql`select gateway, authority, status, order_id from fake_bank.payments`,
      )
      return rows
    },
    fault: (call, fault, times = 1) => injectFault({ db }, { call, fault, times }),
    noFaults: () => clearFaults({ db }),
    stop: async () => {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
      await close()
    },
  }
}
