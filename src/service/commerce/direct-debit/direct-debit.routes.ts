import type { Hono } from 'hono'
import {
  cancelContract,
  createContract,
  listBanks,
  listContracts,
} from '#src/contract/endpoints/checkout.ts'
import type { Deps } from '../../platform/deps.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { router, type ServiceEnv } from '../../platform/http/router.ts'
import { siteOriginOf } from '../checkout/callback-address.ts'
import { bankName } from '../checkout/gateways.ts'
import { beginContract, endContract, listContractsOf, withBankErrors } from './contracts.ts'
import { debitProvider } from './provider.ts'

export function directDebitRoutes(deps: Deps): Hono<ServiceEnv> {
  const { on, app } = router(deps)

  on(listBanks)(async ({ language }) => {
    const banks = await withBankErrors(() => debitProvider(deps).listBanks())
    return {
      items: banks.map(bank => ({
        code: bank.code,
        name: bankName(bank, language),
        is_healthy: bank.isHealthy,
        logo: bank.logo,
      })),
    }
  })

  on(listContracts)(async ({ viewer, language }) => ({
    items: await listContractsOf(deps.db, viewer.userId, language),
  }))

  on(createContract)(async ({ body, viewer, language, header }) => {
    const { contract, redirectUrl } = await beginContract(deps, {
      userId: viewer.userId,
      bankCode: body.bank_code,
      packageId: body.package_id,
      returnPath: body.return_path,
      siteOrigin: siteOriginOf(deps, header('site-origin')),
      language,
    })
    const made = (await listContractsOf(deps.db, viewer.userId, language)).find(
      ({ id }) => id === contract.id,
    )
    if (!made) throw new ApiError('not_found')
    return { contract: made, redirect_url: redirectUrl }
  })

  on(cancelContract)(async ({ params, viewer, language }) => {
    const own = await listContractsOf(deps.db, viewer.userId, language)
    // Like every DELETE: an id that is not there has nothing to delete.
    if (!own.some(({ id }) => id === params.id)) return {}
    await endContract(deps, params.id, 'cancelled', 'user')
    return {}
  })
  return app
}
