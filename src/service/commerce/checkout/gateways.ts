import type { Gateway } from '#src/contract/checkout.ts'
import type { Language } from '#src/contract/fields.ts'
import { DEFAULT_LANGUAGE } from '#src/contract/languages.ts'
import { getT } from '#src/lib/i18n/i18n.ts'
import { bankClient } from '../../platform/adapters/payments/bank-client.ts'
import type { CardGateway, GatewayError } from '../../platform/adapters/payments/gateway.ts'
import { ZARINPAL_URL, zarinpal } from '../../platform/adapters/payments/zarinpal.ts'
import { ZIBAL_URL, zibal } from '../../platform/adapters/payments/zibal.ts'
import type { Deps } from '../../platform/deps.ts'
import { ApiError } from '../../platform/http/api-error.ts'

const DEMO_MERCHANT = '00000000-0000-4000-8000-000000000000'

/** Returns the card gateways in the order of display: the configured ones; in demo mode all, connected to the fake bank. */
export function cardGateways(deps: Deps): CardGateway[] {
  const { env } = deps
  const isDemo = env.MODE === 'demo'
  const at = (name: 'zarinpal' | 'zibal', own: string | undefined, real: string) => {
    const isFake = isDemo && own === undefined
    const baseUrl = own ?? (isFake ? `${deps.selfOrigin()}/fake/${name}` : real)
    const pageBase = (siteOrigin: string) => (isFake ? `${siteOrigin}/fake/${name}` : baseUrl)
    return { call: bankClient(deps, name), baseUrl, pageBase }
  }
  const list: CardGateway[] = []
  if (isDemo || env.ZARINPAL_MERCHANT_ID)
    list.push(
      zarinpal({
        ...at('zarinpal', env.ZARINPAL_BASE_URL, ZARINPAL_URL),
        merchantId: env.ZARINPAL_MERCHANT_ID ?? DEMO_MERCHANT,
      }),
    )
  if (isDemo || env.ZIBAL_MERCHANT)
    list.push(
      zibal({
        ...at('zibal', env.ZIBAL_BASE_URL, ZIBAL_URL),
        merchant: env.ZIBAL_MERCHANT ?? 'zibal',
      }),
    )
  return list
}

/** @throws ApiError gateway_unavailable if the gateway is no longer configured */
export function requireGateway(deps: Deps, id: string | null): CardGateway {
  const found = cardGateways(deps).find(gateway => gateway.id === id)
  if (!found) throw new ApiError('gateway_unavailable')
  return found
}

/** Returns the error for a visitor if a bank does not answer. No money is lost, and the visitor can try again. */
export function gatewayApiError({ kind, retryAfter }: GatewayError): ApiError {
  if (kind === 'paused') return new ApiError('provider_paused', { retryAfter })
  return new ApiError(kind === 'timeout' ? 'gateway_timeout' : 'gateway_unavailable')
}

export function toGateway({ id, logo }: CardGateway, language: Language): Gateway {
  return { id, title: gatewayTitle(id, language) ?? id, type: 'card', logo }
}

/** Returns the name of a gateway, also of one that is no longer used. */
export function gatewayTitle(id: string | null, language: Language): string | null {
  return getT(language).find(`bank.gateway.${id}`) ?? id
}

/** The language in which banks report their names. */
const BANK_LANGUAGE = DEFAULT_LANGUAGE

export function bankName(
  { code, name }: { code: string; name: string },
  language: Language,
): string {
  return language === BANK_LANGUAGE ? name : (getT(language).find(`bank.name.${code}`) ?? name)
}
