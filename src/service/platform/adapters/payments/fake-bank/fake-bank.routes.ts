// The bank of the demo speaks the HTTP APIs of Zarinpal, Zibal and Vandar, so that their real adapters are used.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { type Context, Hono } from 'hono'
import type { Deps } from '../../../deps.ts'
import type { ServiceEnv } from '../../../http/router.ts'
import { PROJECT_ROOT } from '../../../project-root.ts'
import {
  clearFaults,
  FaultInjection,
  faultyReply,
  injectFault,
  listFaults,
  nextFault,
} from './faults.ts'
import { BANK_PATH, bankReply, dashboardPage, latePage, messagePage, payPage } from './page.ts'
import { type BankDeps, type BankPayment, bankDb, findPayment, movePayment } from './store.ts'
import { vandarRoutes } from './vandar.routes.ts'
import { zarinpalCalls } from './zarinpal.ts'
import { zibalCalls } from './zibal.ts'

const STYLES = join(PROJECT_ROOT, 'src/service/platform/adapters/payments/fake-bank/bank.css')

const LATE_SECONDS = 15

/** Routes of the bank as part of the site; none in production. */
export function fakeBankRoutes(deps: Pick<Deps, 'db' | 'env'>): Hono<ServiceEnv> {
  return deps.env.MODE === 'production' ? new Hono<ServiceEnv>() : fakeBank(deps)
}

/** Routes of the bank. */
export function fakeBank(deps: BankDeps): Hono<ServiceEnv> {
  const app = new Hono<ServiceEnv>({ strict: false })
  app.route('/', vandarRoutes(deps))
  const answer = async (c: Context, gateway: string, calls: typeof zarinpalCalls, name: string) => {
    const call = Object.hasOwn(calls, name) ? calls[name] : undefined
    if (!call) return c.notFound()
    const db = await bankDb(deps)
    const body: unknown = await c.req.json().catch(() => null)
    const fault = await nextFault(deps, `${gateway}.${name}`)
    const work = () => call(db, body, fault)
    return (await faultyReply(c, fault, work)) ?? c.json(await work())
  }
  app.post(`${BANK_PATH}/zarinpal/pg/v4/payment/:name`, async c =>
    answer(c, 'zarinpal', zarinpalCalls, c.req.param('name').replace(/\.json$/, '')),
  )
  app.post(`${BANK_PATH}/zibal/v1/:name`, async c =>
    answer(c, 'zibal', zibalCalls, c.req.param('name')),
  )
  app.get(`${BANK_PATH}/zarinpal/pg/StartPay/:authority`, async c =>
    showPayment(deps, 'zarinpal', c.req.param('authority')),
  )
  app.get(`${BANK_PATH}/zibal/start/:authority`, async c =>
    showPayment(deps, 'zibal', c.req.param('authority')),
  )
  app.post(`${BANK_PATH}/pay/:gateway/:authority`, async c =>
    actOn(
      deps,
      c.req.param('gateway'),
      c.req.param('authority'),
      (await c.req.formData()).get('action'),
    ),
  )
  app.get(`${BANK_PATH}/bank.css`, async c => {
    c.header('Content-Type', 'text/css; charset=utf-8')
    return c.body(await readFile(STYLES, 'utf8'))
  })
  app.get(`${BANK_PATH}/`, async () => {
    const db = await bankDb(deps)
    const { rows } = await db.execute<BankPayment>(
      sql`select *, amount::float8 as amount from fake_bank.payments order by created_at desc limit 20`,
    )
    return bankReply(dashboardPage(rows, await listFaults(deps)))
  })
  app.post(`${BANK_PATH}/faults`, async c => {
    const order = FaultInjection.safeParse(await c.req.json().catch(() => null))
    if (!order.success) return c.json({ problems: order.error.issues }, 422)
    await injectFault(deps, order.data)
    return c.json({ faults: await listFaults(deps) })
  })
  app.delete(`${BANK_PATH}/faults`, async c => {
    await clearFaults(deps)
    return c.json({ faults: [] })
  })
  return app
}

async function showPayment(deps: BankDeps, gateway: string, authority: string): Promise<Response> {
  const payment = await findPayment(await bankDb(deps), gateway, authority)
  if (!payment) return bankReply(messagePage('bank.unknown', null), [], 404)
  if (payment.status === 'in_bank') return bankReply(payPage(payment), [originOf(payment)])
  const isPaid = payment.status === 'paid' || payment.status === 'verified'
  return bankReply(messagePage(isPaid ? 'bank.done' : 'bank.failed', returnUrl(payment, isPaid)))
}

async function actOn(
  deps: BankDeps,
  gateway: string,
  authority: string,
  action: FormDataEntryValue | null,
): Promise<Response> {
  const db = await bankDb(deps)
  const payment = await findPayment(db, gateway, authority)
  if (!payment) return bankReply(messagePage('bank.unknown', null), [], 404)
  const requested = action === 'cancel' ? 'failed' : 'paid'
  const isMoved = await movePayment(db, payment, 'in_bank', requested)
  const now = isMoved ? requested : payment.status
  const isPaid = now === 'paid' || now === 'verified'
  if (action === 'vanish') return bankReply(messagePage('bank.vanished', null))
  if (action === 'late') return bankReply(latePage(returnUrl(payment, isPaid), LATE_SECONDS))
  return new Response(null, {
    status: 303,
    headers: { Location: returnUrl(payment, isPaid), 'Cache-Control': 'no-store' },
  })
}

function originOf({ callback_url }: BankPayment): string {
  return new URL(callback_url).origin
}

/** Returns the shop's callback address with the parameters that each bank adds. */
function returnUrl(payment: BankPayment, isPaid: boolean): string {
  const url = new URL(payment.callback_url)
  const added: Record<string, string> =
    payment.gateway === 'zarinpal'
      ? { Authority: payment.authority, Status: isPaid ? 'OK' : 'NOK' }
      : {
          success: isPaid ? '1' : '0',
          trackId: payment.authority,
          orderId: payment.order_id ?? '',
          status: isPaid ? '2' : '3',
        }
  for (const [name, value] of Object.entries(added)) url.searchParams.set(name, value)
  return url.href
}
