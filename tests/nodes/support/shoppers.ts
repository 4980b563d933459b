/**
 * People who browse and buy while servers fail. They behave like browsers and people: a failed call is repeated with the same
 * idempotency key, a failed page is loaded again.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import {
  createSubscription,
  getTransaction,
  paySubscription,
} from '#src/contract/endpoints/checkout.ts'
import { CallFailed } from '#src/lib/api/failure.ts'
import { signInAt } from '#tests/support/api-client.ts'
import type { Bank } from '#tests/support/bank.ts'
import { aMsisdn } from '#tests/support/people.ts'
import { anAddress } from '#tests/support/raw-member.ts'

type Shoppers = {
  /** Ids of transactions that a shopper saw as paid. */
  paid: string[]
  /** Answers that neither a visitor nor an API client should get, even during a fault. */
  wrong: string[]
  /** Returns the number of failed attempts that were repeated. */
  repeated: () => number
  /** Returns the number of payments that were not paid yet when the shopper looked. */
  pending: () => number
  /** Waits until every shopper has finished the current purchase. Resolves to the reasons why shoppers gave up. */
  stop: () => Promise<string[]>
}

const PAUSE_MS = 300
const RECEIPT_MS = 30_000
/** Time without an answer after which a shopper gives up, because the fault was not recovered from. */
const PATIENCE_MS = 180_000

export function startShoppers(url: string, bank: Bank, count: number): Shoppers {
  const paid: string[] = []
  const wrong: string[] = []
  let repeated = 0
  let pending = 0
  let isStopping = false

  /** Repeats an attempt until it succeeds. */
  async function persist<T>(what: string, attempt: () => Promise<T>): Promise<T> {
    const begin = Date.now()
    const failures: string[] = []
    for (;;) {
      try {
        const answer = await attempt()
        if (answer === undefined && what !== 'callback') throw new Error('the answer has no data')
        return answer
      } catch (error) {
        const complaint = complaintAbout(error)
        const { failure } = error as Partial<CallFailed>
        const why = failure?.kind === 'api_error' ? failure.status : String(error)
        failures.push(`${new Date().toISOString().slice(11, 22)} ${why}`)
        if (complaint) wrong.push(`${what}: ${complaint}`)
        if (Date.now() - begin > PATIENCE_MS)
          throw new Error(`${what} failed: ${failures.join(', ')}`)
        repeated++
        await wait(PAUSE_MS)
      }
    }
  }

  async function shop() {
    while (!isStopping) {
      const address = anAddress()
      const { api } = await persist('sign-in', () => signInAt(url, aMsisdn(), address))
      const idempotencyKey = randomUUID()
      const body = { package_id: 'month-1', gateway_id: 'zarinpal' }
      const { transaction_id } = await persist('invoice', () =>
        api(createSubscription, { body }, { idempotencyKey }),
      )
      const { redirect_url } = await persist('payment', () =>
        api(paySubscription, { body: { transaction_id } }),
      )
      const callback = await bank.act(redirect_url, 'pay')
      if (!callback) throw new Error('the bank returned no callback URL')
      const { pathname, search } = new URL(callback)
      await persist('callback', () => open(url + pathname + search, address))
      const isPaid = async () =>
        (await api(getTransaction, { params: { id: transaction_id } })).status === 'paid'
      let seen = await persist('receipt', isPaid)
      for (const end = Date.now() + RECEIPT_MS; !seen && Date.now() < end; await wait(1_000))
        seen = await persist('receipt', isPaid)
      // Reconciliation settles a payment whose callback was lost.
      if (seen) paid.push(transaction_id)
      else pending++
    }
  }

  const all = Array.from({ length: count }, shop)
  // A shopper who gives up does not end the process; stop() reports it.
  for (const shopper of all) shopper.catch(() => undefined)
  return {
    paid,
    wrong,
    repeated: () => repeated,
    pending: () => pending,
    stop: async () => {
      isStopping = true
      const ends = await Promise.allSettled(all)
      return ends.flatMap(end => (end.status === 'rejected' ? `${end.reason}` : []))
    },
  }
}

/** Opens the target of a bank's redirect: a page of the site, or 503 while something fails. */
async function open(url: string, address: string): Promise<void> {
  const reply = await fetch(url, {
    redirect: 'manual',
    headers: { 'x-forwarded-for': address },
    signal: AbortSignal.timeout(20_000),
  })
  if (reply.status !== 303) throw new CallFailed({ kind: 'no_response' })
}

/** Returns the reason why an error is worse than a temporary one: only 503, 502 and 504 say that it is temporary. */
function complaintAbout(error: unknown): string | null {
  const isPassing = error instanceof TypeError || /the outbox answered 50[234]$/.test(String(error))
  if (!(error instanceof CallFailed)) return isPassing ? null : String(error)
  const { failure } = error
  if (failure.kind !== 'api_error') return null
  return [409, 429, 502, 503, 504].includes(failure.status)
    ? null
    : `${failure.status} ${failure.result}`
}
