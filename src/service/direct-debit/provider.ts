import { bankClient } from '../adapters/payments/bank-client.ts'
import type { DirectDebit } from '../adapters/payments/direct-debit.ts'
import { VANDAR_PAGE_URL, VANDAR_URL, vandar } from '../adapters/payments/vandar.ts'
import type { Deps } from '../deps.ts'
import { ApiError } from '../http/api-error.ts'

/** @throws ApiError gateway_unavailable where direct debit is not configured */
export function debitProvider(deps: Deps): DirectDebit {
  const { MODE, VANDAR_BASE_URL: own, VANDAR_BUSINESS, VANDAR_TOKEN } = deps.env
  const isDemo = MODE === 'demo'
  if (!isDemo && !VANDAR_TOKEN) throw new ApiError('gateway_unavailable')
  const isFake = isDemo && own === undefined
  return vandar({
    call: bankClient(deps, 'vandar'),
    baseUrl: own ?? (isFake ? `${deps.selfOrigin()}/fake/vandar` : VANDAR_URL),
    business: VANDAR_BUSINESS ?? 'pardeh',
    token: VANDAR_TOKEN ?? 'demo',
    pageBase: siteOrigin => own ?? (isFake ? `${siteOrigin}/fake/vandar` : VANDAR_PAGE_URL),
  })
}
