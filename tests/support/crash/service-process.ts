/**
 * Entry of the child process: the service on the database of DATABASE_URL. At the failpoint named by its parent it sends itself
 * SIGKILL, so no handler runs, nothing is flushed and no connection is closed.
 */
import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import { createApp } from '#src/service/app.ts'
import { reconcilePayments } from '#src/service/commerce/checkout/reconcile.ts'
import { renewContracts } from '#src/service/commerce/direct-debit/renewal.ts'
import { openDatabasePool } from '#src/service/platform/db/open.ts'
import { readEnv } from '#src/service/platform/env.ts'
import { depsOver } from '../deps.ts'

/** A message from the parent process. */
export type Order = {
  now: string
  dieAt?: string | null
  reconcile?: boolean
  renew?: boolean
}

const env = readEnv()
let now = new Date(0)
let deadly: string | null = null

async function failpoint(point: string): Promise<void> {
  if (point !== deadly) return
  process.kill(process.pid, 'SIGKILL')
  await new Promise(() => undefined)
}

/** Adds a failpoint after the bank has answered a verification and before the reply is read. */
async function bankFetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const reply = await fetch(input, init)
  if (/verify/.test(String(input))) await failpoint('verify:called')
  return reply
}

const database = await openDatabasePool(env.DATABASE_URL ?? '', { size: 4 })
const deps = {
  ...depsOver(database, { env, now: () => now }),
  fetch: bankFetch,
  failpoint,
}
const app = createApp(deps)
const server = serve(
  {
    fetch: request => app.fetch(request, { address: '127.0.0.1', requestId: 'test' }),
    port: 0,
    hostname: '127.0.0.1',
  },
  ({ port }: AddressInfo) => process.send?.({ port }),
)
process.on('message', async (order: Order) => {
  now = new Date(order.now)
  if (order.dieAt !== undefined) deadly = order.dieAt
  if (order.reconcile) await reconcilePayments(deps)
  if (order.renew) await renewContracts(deps)
  process.send?.({ done: true })
})
process.on('disconnect', () => {
  server.close()
  process.exit()
})
