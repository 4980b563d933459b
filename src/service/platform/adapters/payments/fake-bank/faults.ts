import { sql } from 'drizzle-orm'
import type { Context } from 'hono'
import { z } from 'zod'
import { type BankDeps, bankDb } from './store.ts'

const FAULTS = [
  'timeout',
  'lost_reply',
  'drip',
  'error_500',
  'html',
  'wrong_amount',
  'unknown_authority',
  'verify_twice',
  'refuse',
  'slow',
  'still_in_bank',
  'no_amount',
  'no_mobile',
  'masked_mobile',
  'no_owner',
] as const
export type Fault = (typeof FAULTS)[number]
export const FaultInjection = z.strictObject({
  /** `zarinpal.verify`, `zibal.inquiry`, `vandar.withdrawal` …; `zibal.*` is every call of that bank. */
  call: z.string().regex(/^[a-z]+\.([a-zA-Z]+|\*)$/),
  fault: z.enum(FAULTS),
  times: z.coerce.number().int().min(1).max(100_000).default(1),
})
export type FaultInjection = z.infer<typeof FaultInjection>

/**
 * A caller that sends this header gets a hang reported at once, by the same header of the reply, and does not wait for its own timeout.
 * The reply has no other meaning: such a caller must treat it as a hang.
 */
export const HANG_HEADER = 'fake-bank-hang'
const LONGEST_HANG_MS = 60_000
/** Delay of a bank on a busy day. */
const SLOW_MS = 300

export async function injectFault(deps: BankDeps, order: FaultInjection): Promise<void> {
  const db = await bankDb(deps)
  await db.execute(
    sql`insert into fake_bank.faults (call, fault, times) values (${order.call}, ${order.fault}, ${order.times})`,
  )
}

export async function clearFaults(deps: BankDeps): Promise<void> {
  await (await bankDb(deps)).execute(sql`delete from fake_bank.faults`)
}

export async function listFaults(deps: BankDeps): Promise<Array<Record<string, unknown>>> {
  const db = await bankDb(deps)
  return (await db.execute(sql`select call, fault, times from fake_bank.faults order by id`)).rows
}

/** Returns the next fault ordered for this call, and counts it down. */
export async function nextFault(deps: BankDeps, call: string): Promise<Fault | null> {
  const db = await bankDb(deps)
  const { rows } = await db.execute<{ fault: Fault }>(sql`
    update fake_bank.faults set times = times - 1
    where id = (select min(id) from fake_bank.faults where call in (${call}, ${call.replace(/\..*/, '.*')}) and times > 0)
    returning fault`)
  return rows[0]?.fault ?? null
}

/** Replies as the fault demands; for a lost reply, `work` is done first. Returns null for faults of content. */
export async function faultyReply(
  { req }: Context,
  fault: Fault | null,
  work: () => Promise<unknown>,
): Promise<Response | null> {
  const silence = () => (req.header(HANG_HEADER) ? reportedHang() : hang())
  if (fault === 'error_500') return new Response('{"message":"Server Error"}', { status: 500 })
  if (fault === 'html') return html('<h1>Bad Gateway</h1>', 502)
  if (fault === 'timeout') return silence()
  if (fault === 'slow') await new Promise(resolve => setTimeout(resolve, SLOW_MS))
  if (fault === 'lost_reply') {
    await work()
    return silence()
  }
  if (fault === 'drip')
    return new Response(dripping(), { headers: { ...JSON_TYPE, [HANG_HEADER]: 'drip' } })
  return null
}

const JSON_TYPE = { 'Content-Type': 'application/json' }

function html(text: string, status: number): Response {
  return new Response(text, { status, headers: { 'Content-Type': 'text/html; charset=utf-8' } })
}

function reportedHang(): Response {
  return new Response(null, { status: 504, headers: { [HANG_HEADER]: 'silence' } })
}

/** Sends no reply for longer than any caller waits. */
async function hang(): Promise<Response> {
  await new Promise<void>(resolve => setTimeout(resolve, LONGEST_HANG_MS).unref())
  return html('', 504)
}

function dripping(): ReadableStream<Uint8Array> {
  let timer: NodeJS.Timeout | undefined
  return new ReadableStream({
    start(controller) {
      const until = Date.now() + LONGEST_HANG_MS
      timer = setInterval(() => {
        if (Date.now() < until) return controller.enqueue(new TextEncoder().encode(' '))
        clearInterval(timer)
        controller.close()
      }, 200)
      timer.unref()
    },
    cancel: () => clearInterval(timer),
  })
}
