// The pages after a purchase, and who may see which.
import { getTransaction, type Transaction } from '#src/contract/checkout.ts'
import type { Api } from '../api/client.ts'
import { packagesPath, paymentStatusPath } from '../routes.ts'
import { admit, type Visit } from '../session/page.ts'

export type Paid = { away: string; payment: null } | { away: null; payment: Transaction }

/** The payment that `id=` names, once it is paid and the viewer's own; else where to go instead. */
export async function paidVisit(visit: Visit): Promise<Paid> {
  const { api, language } = visit.locals
  const { away } = await admit(visit, 'adult')
  if (away) return { away, payment: null }
  const id = visit.url.searchParams.get('id') ?? ''
  const payment = id ? await ownPayment(api, id) : null
  if (!payment) return { away: packagesPath(language), payment: null }
  if (payment.status !== 'paid') return { away: paymentStatusPath(id, language), payment: null }
  visit.response.headers.set('Cache-Control', 'private, no-store')
  return { away: null, payment }
}

async function ownPayment(api: Api, id: string): Promise<Transaction | null> {
  return api(getTransaction, { params: { id } }).catch(() => null)
}
