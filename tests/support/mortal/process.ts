/**
 * The service in a process of its own, over a database that outlives it. It is told at which named point to die, and
 * there it sends itself SIGKILL: no handler runs, nothing is flushed, no connection is closed.
 */
import { randomBytes, randomInt } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import pino from 'pino'
import { smsSender } from '#src/service/adapters/sms/sms.ts'
import { createApp } from '#src/service/app.ts'
import { reconcile } from '#src/service/checkout/reconcile.ts'
import { openDatabase } from '#src/service/db/open.ts'
import type { Deps } from '#src/service/deps.ts'
import { readEnv } from '#src/service/env.ts'
import { createLimits } from '#src/service/http/limit.ts'
import { deriveKey } from '#src/service/keys.ts'
import { testJobs } from '../jobs.ts'

/** What its parent asks of it. */
export type Order = { now: string; dieAt?: string | null; reconcile?: boolean }

const env = readEnv()
let now = new Date(0)
let deadly: string | null = null

async function reach(point: string): Promise<void> {
  if (point !== deadly) return
  process.kill(process.pid, 'SIGKILL')
  await new Promise(() => undefined)
}

/** The bank has heard a verification and answered it, and nobody here has read the answer. */
async function bankFetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const reply = await fetch(input, init)
  if (/verify/.test(String(input))) await reach('verify:called')
  return reply
}

const { db, pool } = await openDatabase(env.DATABASE_URL ?? '', { size: 4 })
const deps: Deps = {
  env,
  db,
  now: () => now,
  random: {
    bytes: length => randomBytes(length),
    digits: length => Array.from({ length }, () => randomInt(10)).join(''),
  },
  key: purpose => deriveKey(env.SECRET, purpose),
  sms: smsSender(env, db),
  jobs: testJobs(),
  limits: createLimits(pool, null),
  log: pino({ level: 'silent' }),
  fetch: bankFetch,
  invalidate: async () => undefined,
  selfOrigin: () => '',
  reach,
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
  if (order.reconcile) await reconcile(deps)
  process.send?.({ done: true })
})
process.on('disconnect', () => {
  server.close()
  process.exit()
})
