// Vandar direct debit, subscription v3: https://vandarpay.github.io/docs/subscription/

import { z } from 'zod'
import { bearerAuthorization } from '#src/contract/bearer.ts'
import { normaliseMsisdn } from '#src/contract/msisdn.ts'
import type { BankClient, BankRequest } from './bank-client.ts'
import type { Debit, DirectDebit, SignedContract } from './direct-debit.ts'
import { GatewayError } from './gateway.ts'

export const VANDAR_URL = 'https://api.vandar.io'
export const VANDAR_PAGE_URL = 'https://subscription.vandar.io'

export type VandarOptions = {
  call: BankClient
  baseUrl: string
  business: string
  token: string
  pageBase: (siteOrigin: string) => string
}

const Banks = z.object({
  result: z.object({
    banks: z.array(
      z.object({
        code: z.string(),
        name: z.string(),
        has_direct_debit_ability: z.boolean().default(true),
        is_healthy_on_direct_debit: z.boolean().default(true),
      }),
    ),
  }),
})
const Stored = z.object({ result: z.object({ authorization: z.object({ token: z.string() }) }) })
const Authorization = z.object({
  result: z.object({
    authorization: z.object({
      status: z.string().nullish(),
      is_active: z.boolean().nullish(),
      mobile: z.string().nullish(),
      token: z.string().nullish(),
      callback_url: z.string().nullish(),
    }),
  }),
})
const Withdrawal = z.object({
  result: z.object({
    withdrawal: z.object({
      id: z.union([z.string(), z.number()]).transform(String),
      status: z.string(),
      gateway_transaction_id: z.union([z.string(), z.number()]).transform(String).nullish(),
      error_code: z.union([z.string(), z.number()]).transform(String).nullish(),
      // Amounts are strings in their documentation.
      amount: z
        .union([z.string().regex(/^\d+$/), z.number()])
        .transform(Number)
        .nullish(),
      track_id: z.string().nullish(),
    }),
  }),
})

/** Meaning of each withdrawal status. A refunded withdrawal took no money. */
export const WITHDRAWAL_STATES: Record<string, Debit['state']> = {
  PENDING: 'pending',
  INIT: 'pending',
  DONE: 'done',
  FAILED: 'failed',
  CANCELED: 'failed',
  REFUND: 'failed',
}

export function vandar({ call, baseUrl, business, token, pageBase }: VandarOptions): DirectDebit {
  const headers = { Authorization: bearerAuthorization(token) }
  const ask = async (path: string, request: BankRequest) =>
    call(`${baseUrl}/v3/business/${business}/subscription/${path}`, { ...request, headers })

  const debitOf = async (trackId: string) => {
    const path = `withdrawal/track-id/${encodeURIComponent(trackId)}`
    const { status, json } = await ask(path, { method: 'GET' })
    if (status === 404) return null
    return debitIn(json, trackId)
  }
  const shown = async (path: string) => {
    const { status, json } = await ask(path, { method: 'GET' })
    if (status >= 500) throw new GatewayError('unavailable', status)
    const found = Authorization.safeParse(json)
    return found.success ? found.data.result.authorization : null
  }
  return {
    id: 'vandar',
    listBanks: async () => {
      const listed = Banks.safeParse((await ask('banks/actives', { method: 'GET' })).json)
      if (!listed.success) throw new GatewayError('unavailable')
      return listed.data.result.banks
        .filter(bank => bank.has_direct_debit_ability)
        .map(({ code, name, is_healthy_on_direct_debit: isHealthy }) => {
          return { code, name, isHealthy, logo: null }
        })
    },
    createContract: async order => {
      const { status, json } = await ask('authorization/store', {
        body: {
          bank_code: order.bankCode,
          mobile: order.msisdn,
          callback_url: order.callbackUrl,
          count: order.monthly,
          limit: order.amount,
          expiration_date: order.expiresOn,
        },
      })
      const stored = Stored.safeParse(json)
      if (!stored.success) throw new GatewayError(status < 500 ? 'refused' : 'unavailable', status)
      const made = stored.data.result.authorization.token
      return {
        token: made,
        redirectUrl: `${pageBase(order.siteOrigin)}/authorizations/${made}`,
      }
    },
    readCallback: fields => ({
      token: fields.get('token'),
      authorizationId: fields.get('authorization_id'),
      status:
        fields.get('status') === 'SUCCEED'
          ? 'succeeded'
          : fields.get('status') === 'FAILED_TO_ACCESS_BANK'
            ? 'bank_down'
            : 'failed',
    }),
    verify: async contract => {
      const path = `authorization/${encodeURIComponent(contract.authorizationId)}`
      const signed = await shown(path)
      if (!signed) return 'refused'
      // Checked before anything is verified, so that the contract of another person is not changed.
      const isOwn = isOf(signed, contract)
      if (isOwn !== true) return isOwn === 'unproven' ? 'unproven' : 'refused'
      if (isActive(signed)) return 'active'
      const { status } = await ask(`${path}/verify`, { method: 'PATCH' })
      if (status >= 500) return 'pending'
      // The bank also answers 422 if the contract was verified meanwhile, so the contract itself is checked.
      const verified = await shown(path)
      return verified && isActive(verified) ? 'active' : 'refused'
    },
    cancel: async authorizationId => {
      const path = `authorization/${encodeURIComponent(authorizationId)}`
      const { status } = await ask(path, { method: 'DELETE' })
      // 404 and 422: the contract no longer exists, as requested.
      return status < 500
    },
    debit: async ({ authorizationId, amount, trackId, description }) => {
      const { status, json } = await ask('withdrawal/store', {
        body: {
          authorization_id: authorizationId,
          amount,
          is_instant: 1,
          max_retry_count: 1,
          description,
          track_id: trackId,
        },
      })
      const said = Withdrawal.safeParse(json)
      if (said.success) return debitIn(json, trackId)
      // A refusal may mean that the track id was used before: only the inquiry knows if it debited.
      const known = await debitOf(trackId)
      if (known) return known
      if (status === 409 || status >= 500) throw new GatewayError('unavailable', status)
      return { state: 'failed', withdrawalId: null, code: String(status) }
    },
    debitOf,
  }
}

type Authorized = z.infer<typeof Authorization>['result']['authorization']

function isActive({ status, is_active: isSaid }: Authorized): boolean {
  return status ? status === 'ACTIVE' : isSaid === true
}

/**
 * True if an authorization belongs to this contract. Every value that the bank reports must match, and it must report the
 * token, the address of its page or the whole number. A masked number fits many people.
 */
function isOf(shown: Authorized, contract: SignedContract): boolean | 'unproven' {
  const { token, callback_url: address } = shown
  const msisdn = normaliseMsisdn(shown.mobile ?? '')
  const proofs = [
    token && token === contract.token,
    address && URL.parse(address)?.pathname === contract.callbackPath,
    msisdn && msisdn === contract.msisdn,
  ].filter(proof => proof !== null && proof !== undefined && proof !== '')
  if (proofs.includes(false)) return false
  return proofs.includes(true) || 'unproven'
}

function debitIn(json: unknown, trackId: string): Debit {
  const said = Withdrawal.safeParse(json)
  if (!said.success) throw new GatewayError('unavailable')
  const { id, status, gateway_transaction_id: refId, error_code } = said.data.result.withdrawal
  const { amount = null, track_id: track } = said.data.result.withdrawal
  if (track && track !== trackId) throw new GatewayError('unavailable')
  const state = WITHDRAWAL_STATES[status] ?? 'pending'
  if (state === 'done') return { state, withdrawalId: id, refId: refId ?? id, amount }
  if (state === 'failed') return { state, withdrawalId: id, code: error_code ?? status }
  return { state, withdrawalId: id }
}
