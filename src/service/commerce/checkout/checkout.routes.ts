import type { Hono } from 'hono'
import {
  checkVoucher,
  createSubscription,
  getPackagesPage,
  getPaymentGateways,
  getPaymentGatewaysWithVoucher,
  getTransaction,
  groupPackages,
  listSubscriptions,
  listTransactions,
  paySubscription,
} from '#src/contract/endpoints/checkout.ts'
import { VoucherCode } from '#src/contract/fields.ts'
import type { Language } from '#src/contract/languages.ts'
import { translationColumns } from '../../platform/db/localized.ts'
import type { Deps } from '../../platform/deps.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { router, type ServiceEnv } from '../../platform/http/router.ts'
import { beginPayment } from './begin-payment.ts'
import { siteOriginOf } from './callback-address.ts'
import { cardGateways, toGateway } from './gateways.ts'
import { createInvoice } from './invoices.ts'
import { listPackageGroups } from './packages.queries.ts'
import { packagesPage } from './packages-page.ts'
import { findOwnPayment, invoiceOf, listOwnPayments, type PaymentRow } from './payments.queries.ts'
import { quotePurchase } from './quote.ts'
import { checkStatusOnRequest } from './reconcile.ts'
import { subscriptionHistory } from './subscriptions.queries.ts'
import { voucherInfo } from './voucher-info.ts'
import { invalidVoucher, requireUsableVoucher } from './vouchers.ts'

/** Limit for the invoices of one user: more than people need, but too few to flood the accounts. */
const INVOICE_RATE = { points: 60, seconds: 60 }

export function checkoutRoutes(deps: Deps): Hono<ServiceEnv> {
  const { on, app } = router(deps)

  on(getPackagesPage)(async ({ language }) => packagesPage(deps.db, language))

  on(groupPackages)(async ({ body, viewer, address, language }) => {
    const tries = viewer?.userId ?? address
    const voucher = body.voucher_code
      ? await requireUsableVoucher(deps, body.voucher_code, {
          userId: viewer?.userId ?? null,
          tries,
        })
      : null
    return { groups: await listPackageGroups(deps.db, language, voucher) }
  })

  on(checkVoucher)(async ({ query, viewer, language }) =>
    voucherInfo(deps, { ...query, userId: viewer.userId, language }),
  )

  const gatewayPage = async (
    packageId: string,
    code: string | null,
    { userId, language }: { userId: string; language: Language },
  ) => {
    const { item, totals, voucher } = await quotePurchase(deps, {
      packageId,
      code,
      names: { package: 'packageId', code: 'voucherCode' },
      userId,
      language,
    })
    return {
      package: item,
      invoice: invoiceOf(totals, { title: item.title, code: voucher?.code ?? null, language }),
      gateways: cardGateways(deps).map(gateway => toGateway(gateway, language)),
    }
  }
  on(getPaymentGateways)(async ({ params, viewer, language }) =>
    gatewayPage(params.packageId, null, { userId: viewer.userId, language }),
  )
  on(getPaymentGatewaysWithVoucher)(async ({ params, viewer, language }) => {
    const code = VoucherCode.safeParse(params.voucherCode)
    if (!code.success) throw invalidVoucher('voucherCode')
    return gatewayPage(params.packageId, code.data, { userId: viewer.userId, language })
  })

  on(createSubscription)(async ({ body, viewer, language, storeResponse }) => {
    const { userId } = viewer
    await deps.limits.volume('invoice', userId, INVOICE_RATE)
    const code = body.voucher_code ?? null
    const quote = await quotePurchase(deps, {
      packageId: body.package_id ?? null,
      code,
      userId,
      language,
    })
    const gateways = cardGateways(deps)
    const gateway = gateways.find(({ id }) => id === (body.gateway_id ?? gateways[0]?.id))
    if (!gateway && quote.totals.total > 0)
      throw new ApiError('validation_error', { errors: { gateway_id: 'validation.invalid' } })
    const { totals, voucher, subject } = quote
    const invoice = {
      userId,
      language,
      ...translationColumns(quote, 'title'),
      totals,
      voucher,
      gateway: gateway?.id ?? null,
      returnPath: body.return_path,
      subject,
    }
    const { title } = quote.item
    const answer = (row: PaymentRow) => ({
      transaction_id: row.id,
      invoice: invoiceOf(row, { title, code: voucher?.code ?? null, language }),
      is_activated: row.state === 'paid',
    })
    return answer(await createInvoice(deps, invoice, (tx, row) => storeResponse(tx, answer(row))))
  })

  on(paySubscription)(async ({ body, viewer, language, header }) => ({
    redirect_url: await beginPayment(deps, body.transaction_id, {
      userId: viewer.userId,
      siteOrigin: siteOriginOf(deps, header('site-origin')),
      language,
    }),
  }))

  on(getTransaction)(async ({ params, viewer, language }) => {
    const own = async () => findOwnPayment(deps.db, params.id, viewer.userId, language)
    const found = await own()
    if (!found) throw new ApiError('not_found')
    return (await checkStatusOnRequest(deps, params.id)) ? ((await own()) ?? found) : found
  })

  on(listTransactions)(async ({ query, viewer, language }) =>
    listOwnPayments(deps.db, viewer.userId, query, language),
  )

  on(listSubscriptions)(async ({ query, viewer, language }) =>
    subscriptionHistory(deps, { userId: viewer.userId, language, ...query }),
  )
  return app
}
