import type { Hono } from 'hono'
import {
  cancelContract,
  createContract,
  listBanks,
  listContracts,
} from '#src/contract/endpoints/checkout.ts'
import { bankName } from '../checkout/gateways.ts'
import { siteOriginOf } from '../checkout/site-origin.ts'
import type { Deps } from '../deps.ts'
import { ApiError } from '../http/api-error.ts'
import { router, type ServiceEnv } from '../http/router.ts'
import { beginContract, contractsOf, endContract, orThrow } from './contracts.ts'
import { debitProvider } from './provider.ts'

export function directDebitRoutes(deps: Deps): Hono<ServiceEnv> {
  const { on, app } = router(deps)

  on(listBanks)(async ({ language }) => {
    const banks = await orThrow(() => debitProvider(deps).listBanks())
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
    items: await contractsOf(deps.db, viewer.userId, language),
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
    const made = (await contractsOf(deps.db, viewer.userId, language)).find(
      ({ id }) => id === contract.id,
    )
    if (!made) throw new ApiError('not_found')
    return { contract: made, redirect_url: redirectUrl }
  })

  on(cancelContract)(async ({ params, viewer, language }) => {
    const own = await contractsOf(deps.db, viewer.userId, language)
    if (!own.some(({ id }) => id === params.id)) throw new ApiError('not_found')
    await endContract(deps, params.id, 'cancelled', 'user')
    return {}
  })
  return app
}
