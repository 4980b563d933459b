import { bankClient } from '../../platform/adapters/payments/bank-client.ts'
import type { DirectDebit } from '../../platform/adapters/payments/direct-debit.ts'
import { VANDAR_PAGE_URL, VANDAR_URL, vandar } from '../../platform/adapters/payments/vandar.ts'
import type { Deps } from '../../platform/deps.ts'
import { ApiError } from '../../platform/http/api-error.ts'

/** @throws ApiError gateway_unavailable if direct debit is not configured */
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
