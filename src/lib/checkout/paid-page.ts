// The access guard of the pages after a purchase.
import type { Transaction } from '#src/contract/checkout.ts'
import { getTransaction } from '#src/contract/endpoints/checkout.ts'
import type { Api } from '../api/client.ts'
import { packagesPath, paymentStatusPath } from '../routes.ts'
import { guardPage, type PageContext } from '../session/page-guard.ts'

type PaidPage = { redirectTo: string; payment: null } | { redirectTo: null; payment: Transaction }

/** Returns the payment of `id=` if it is paid and belongs to the viewer; otherwise the page to redirect to. */
export async function guardPaidPage(visit: PageContext): Promise<PaidPage> {
  const { api, language } = visit.locals
  const { redirectTo } = await guardPage(visit, 'adult')
  if (redirectTo) return { redirectTo, payment: null }
  const id = visit.url.searchParams.get('id') ?? ''
  const payment = id ? await ownPayment(api, id) : null
  if (!payment) return { redirectTo: packagesPath(language), payment: null }
  if (payment.status !== 'paid')
    return { redirectTo: paymentStatusPath(id, language), payment: null }
  visit.response.headers.set('Cache-Control', 'private, no-store')
  return { redirectTo: null, payment }
}

async function ownPayment(api: Api, id: string): Promise<Transaction | null> {
  return api(getTransaction, { params: { id } }).catch(() => null)
}
