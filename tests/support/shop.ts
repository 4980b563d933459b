/** The service with packages, vouchers and the fake bank, which has its own HTTP port. */
import { randomInt } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import { eq } from 'drizzle-orm'
import { createSubscription, paySubscription } from '#src/contract/endpoints/checkout.ts'
import { loginByOtp, sendOtp } from '#src/contract/endpoints/session.ts'
import type { Api } from '#src/lib/api/client.ts'
import { paymentCallbackUrl } from '#src/service/commerce/checkout/callback-address.ts'
import { findPaymentRow } from '#src/service/commerce/checkout/payments.queries.ts'
import { reconcilePayments } from '#src/service/commerce/checkout/reconcile.ts'
import { seedPackages } from '#src/service/operations/demo/packages.ts'
import type { FaultInjection } from '#src/service/platform/adapters/payments/fake-bank/faults.ts'
import {
  clearFaults,
  injectFault,
} from '#src/service/platform/adapters/payments/fake-bank/faults.ts'
import { vouchers } from '#src/service/platform/db/schema/checkout.ts'
import { subscriptions } from '#src/service/platform/db/schema/entitlements.ts'
import { ledgerEntries } from '#src/service/platform/db/schema/ledger.ts'
import { sessions } from '#src/service/platform/db/schema/session.ts'
import type { Deps } from '#src/service/platform/deps.ts'
import { newId } from '#src/service/platform/ids.ts'
import { hangAwareFetch } from './hang-aware-fetch.ts'
import { aDevice, aMsisdn, withPrimary } from './people.ts'
import { startTestService, type TestService, type TestServiceOptions } from './service.ts'

/** A signed-in user with the primary profile chosen. */
export type Person = {
  user: { id: string }
  msisdn: string
  accessToken: string
  profileToken: string
  api: Api
}
export type BankAction = 'pay' | 'cancel' | 'vanish' | 'late'
type Order = { package_id?: string; voucher_code?: string; gateway_id?: string }
export type Shop = TestService & {
  /** Creates an invoice and opens the bank's page for it. */
  order: (person: Person, order?: Order) => Promise<{ id: string; page: string }>
  /** Submits the bank's page as the payer; returns the callback URL, or null. */
  atBank: (page: string, action: BankAction) => Promise<string | null>
  /** Opens the callback URL; returns the Location header of the service's reply. */
  comeBack: (callback: string, init?: RequestInit) => Promise<string>
  /** Returns the callback URL that the bank got for a payment. */
  callbackOf: (id: string, gateway?: string) => string
  fault: (
    call: FaultInjection['call'],
    fault: FaultInjection['fault'],
    times?: number,
  ) => Promise<void>
  noFaults: () => Promise<void>
  /** Runs the reconciliation once a minute for this many minutes. */
  minutes: (count: number) => Promise<void>
  state: (id: string) => Promise<string | undefined>
  periods: (person: Person) => Promise<Array<typeof subscriptions.$inferSelect>>
  ledger: () => Promise<Record<string, number>>
  stopShop: () => Promise<void>
}

export async function openShop(options: TestServiceOptions = {}): Promise<Shop> {
  let origin = ''
  const service = await startTestService({
    ...options,
    overrides: { fetch: hangAwareFetch, selfOrigin: () => origin, ...options.overrides },
  })
  const server = serve({
    fetch: async request => {
      const { pathname, search } = new URL(request.url)
      return service.fetch(pathname + search, {
        method: request.method,
        headers: Object.fromEntries(request.headers),
        ...(request.body ? { body: await request.arrayBuffer() } : {}),
      })
    },
    port: 0,
    hostname: '127.0.0.1',
  })
  await new Promise<void>(resolve =>
    server.listening ? resolve() : server.once('listening', resolve),
  )
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  await seedPackages(service.deps)
  return {
    ...service,
    ...shopping(service),
    stopShop: async () => {
      server.close()
      if ('closeAllConnections' in server) server.closeAllConnections()
      await service.stop()
    },
  }
}

function shopping(service: TestService) {
  const { deps, clock } = service
  return {
    order: async (person: Person, order: Order = {}) => {
      const body = { package_id: 'month-1', ...order }
      const { transaction_id: id } = await person.api(createSubscription, { body })
      const { redirect_url: page } = await person.api(paySubscription, {
        body: { transaction_id: id },
      })
      return { id, page }
    },
    atBank: async (page: string, action: BankAction) => {
      const authority = page.split('/').at(-1)
      const gateway = page.includes('/fake/zibal/') ? 'zibal' : 'zarinpal'
      const reply = await service.fetch(`/fake/pay/${gateway}/${authority}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
        body: `action=${action}`,
      })
      return reply.headers.get('location')
    },
    comeBack: async (callback: string, init?: RequestInit) => {
      const { pathname, search } = new URL(callback, 'http://service')
      const reply = await service.fetch(pathname + search, init)
      return reply.headers.get('location') ?? String(reply.status)
    },
    callbackOf: (id: string, gateway = 'zarinpal') =>
      paymentCallbackUrl(deps, { siteOrigin: '', gateway, id }),
    fault: (call: FaultInjection['call'], fault: FaultInjection['fault'], times = 1) =>
      injectFault(deps, { call, fault, times }),
    noFaults: () => clearFaults(deps),
    minutes: async (count: number) => {
      for (let minute = 0; minute < count; minute++) {
        clock.advance({ minutes: 1 })
        await reconcilePayments(deps)
      }
    },
    state: async (id: string) => (await findPaymentRow(deps.db, id))?.state,
    periods: (person: Person) =>
      deps.db
        .select()
        .from(subscriptions)
        .where(eq(subscriptions.userId, person.user.id))
        .orderBy(subscriptions.startsAt),
    ledger: () => balances(deps),
  }
}

async function balances({ db }: Deps): Promise<Record<string, number>> {
  const sums: Record<string, number> = { bank: 0, revenue: 0, vat: 0, refunds_due: 0 }
  for (const { account, amount } of await db.select().from(ledgerEntries))
    sums[account] = (sums[account] ?? 0) + amount
  return sums
}

type NewVoucher = Partial<typeof vouchers.$inferInsert>
let codes = 0

/** Creates a voucher of 50% for a single use. */
export async function aVoucher(
  { deps }: Pick<Shop, 'deps'>,
  said: NewVoucher = {},
): Promise<string> {
  const code = said.code ?? `TEST-${String(++codes).padStart(6, '0')}`
  const worth = said.kind && said.kind !== 'percent' ? {} : { percent: 50 }
  await deps.db
    .insert(vouchers)
    .values({ id: newId(), kind: 'percent', ...worth, startsAt: new Date(0), ...said, code })
  return code
}

/** A user with a unique client address, so that many users stay below the limits per address. */
export async function aPayer(shop: Shop): Promise<Person> {
  const msisdn = aMsisdn()
  const api = shop.as({ address: `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}` })
  const { tracker_id } = await api(sendOtp, { params: { msisdn } })
  const otp = (await shop.outbox(msisdn))[0]?.code ?? ''
  const body = { otp, tracker_id, device: aDevice() }
  const { user, access_token: accessToken } = await api(loginByOtp, { params: { msisdn }, body })
  // Tests advance the clock by months without another sign-in or re-authentication.
  const late = new Date('2100-01-01')
  await shop.deps.db
    .update(sessions)
    .set({ expiresAt: late, lastSeenAt: late, codeVerifiedAt: late })
    .where(eq(sessions.userId, user.id))
  return withPrimary(shop, { user, msisdn, accessToken })
}
