/** Direct-debit contracts for tests, from the bank list to the first debit. */
import { eq } from 'drizzle-orm'
import { createContract } from '#src/contract/endpoints/checkout.ts'
import {
  registerDirectDebitJobs,
  renewContracts,
} from '#src/service/commerce/direct-debit/renewal.ts'
import { ddCharges } from '#src/service/platform/db/schema/direct-debit-charges.ts'
import { ddContracts } from '#src/service/platform/db/schema/direct-debit-contracts.ts'
import { sendNotifications } from '#src/service/platform/notifications/notifications.ts'
import type { Person, Shop } from './shop.ts'

export const MONTHLY = 1_419_000

export function directDebit(shop: Shop) {
  registerDirectDebitJobs(shop.deps)
  const begin = async (person: Person, bank_code = '012') => {
    const body = { bank_code, package_id: 'month-auto' }
    const { contract, redirect_url } = await person.api(createContract, { body })
    return { id: contract.id, page: redirect_url }
  }
  const sign = async (page: string, action: 'sign' | 'sign_empty' | 'refuse') => {
    const reply = await shop.fetch(`/fake/vandar/sign/${page.split('/').at(-1)}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: `action=${action}`,
    })
    return reply.headers.get('location') ?? ''
  }
  return {
    begin,
    sign,
    /** An active contract: signed, verified and debited once. */
    subscribe: async (person: Person): Promise<string> => {
      const { id, page } = await begin(person)
      await shop.comeBack(await sign(page, 'sign'))
      return id
    },
    contract: async (id: string) => {
      const [row] = await shop.deps.db.select().from(ddContracts).where(eq(ddContracts.id, id))
      if (!row) throw new Error(`contract ${id} does not exist`)
      return row
    },
    charges: (id: string) =>
      shop.deps.db
        .select()
        .from(ddCharges)
        .where(eq(ddCharges.contractId, id))
        .orderBy(ddCharges.period),
    /** Cancels contracts of other tests, so that an injected fault affects the intended debit. */
    endAll: async () => {
      await shop.deps.db.update(ddContracts).set({ state: 'cancelled', nextChargeAt: null })
      await shop.deps.db
        .update(ddCharges)
        .set({ state: 'cancelled' })
        .where(eq(ddCharges.state, 'due'))
    },
    /** Advances the clock, runs the renewal job and the jobs it enqueues, and sends messages. */
    hours: async (count: number) => {
      shop.clock.advance({ hours: count })
      await renewContracts(shop.deps)
      await shop.jobs.runQueued()
      await sendNotifications(shop.deps)
    },
    /** Advances to the time of the next debit, after its notice on the day before, and leaves the debit due. Returns the time. */
    toDueTime: async (id: string): Promise<Date> => {
      const [row] = await shop.deps.db.select().from(ddContracts).where(eq(ddContracts.id, id))
      if (!row?.nextChargeAt) throw new Error('no debit is due')
      shop.clock.set(new Date(row.nextChargeAt.getTime() - 24 * 3_600_000))
      await renewContracts(shop.deps)
      shop.clock.set(row.nextChargeAt)
      return row.nextChargeAt
    },
    /** Advances to the next debit of a contract, including the notice on the day before. */
    toNextCharge: async (id: string) => {
      const [row] = await shop.deps.db.select().from(ddContracts).where(eq(ddContracts.id, id))
      const dueAt = row?.nextChargeAt
      if (!dueAt) throw new Error('no debit is due')
      for (const at of [dueAt.getTime() - 24 * 3_600_000, dueAt.getTime()]) {
        shop.clock.set(new Date(at))
        await renewContracts(shop.deps)
        await shop.jobs.runQueued()
        await sendNotifications(shop.deps)
      }
    },
  }
}
