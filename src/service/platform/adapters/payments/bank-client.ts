import type { Deps } from '../../deps.ts'
import { readBoundedText } from '../../http/bounded.ts'
import { currentRequestId, REQUEST_ID_HEADER } from '../../request-id.ts'
import { type ProviderName, ProviderPaused, ProviderTimeout } from '../providers.ts'
import { GatewayError } from './gateway.ts'

const REPLY_BYTES = 262_144

export type BankRequest = {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  body?: unknown
  headers?: Record<string, string>
}
export type BankReply = { status: number; json: unknown }
export type BankClient = (url: string, request?: BankRequest) => Promise<BankReply>

/**
 * Returns a client that sends JSON to a bank and reads JSON regardless of the status: refusals are JSON too. HTML, an empty or
 * endless body, and a body that is slower than the time limit are faults.
 * @throws GatewayError
 */
export function bankClient(
  { fetch: fetcher, providers }: Pick<Deps, 'fetch' | 'providers'>,
  bank: ProviderName,
): BankClient {
  return async (url, request) => {
    try {
      return await providers.call(
        bank,
        signal => ask(fetcher, url, { ...request, signal }),
        outcome => 'error' in outcome || outcome.value.status >= 500,
      )
    } catch (error) {
      if (error instanceof ProviderPaused) throw new GatewayError('paused', null, error.retryAfter)
      throw new GatewayError(error instanceof ProviderTimeout ? 'timeout' : 'unavailable')
    }
  }
}

async function ask(
  fetcher: typeof fetch,
  url: string,
  { method = 'POST', body, headers, signal }: BankRequest & { signal: AbortSignal },
): Promise<BankReply> {
  const requestId = currentRequestId()
  const reply = await fetcher(url, {
    method,
    signal,
    redirect: 'error',
    headers: {
      Accept: 'application/json',
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...(requestId ? { [REQUEST_ID_HEADER]: requestId } : {}),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return { status: reply.status, json: JSON.parse(await readBoundedText(reply.body, REPLY_BYTES)) }
}
