import { GATEWAY_TIMEOUT_MS } from '#src/contract/limits.ts'
import { readText } from '../../http/bounded.ts'
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
 * Asks a bank and reads JSON whatever the status: their refusals are JSON too. HTML, an empty or endless body and a
 * body that drips past the time limit are faults.
 * @throws GatewayError
 */
export function bankClient(fetcher: typeof fetch): BankClient {
  return async (url, { method = 'POST', body, headers } = {}) => {
    const signal = AbortSignal.timeout(GATEWAY_TIMEOUT_MS)
    try {
      const reply = await fetcher(url, {
        method,
        signal,
        redirect: 'error',
        headers: {
          Accept: 'application/json',
          ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      return { status: reply.status, json: JSON.parse(await readText(reply.body, REPLY_BYTES)) }
    } catch (error) {
      if (error instanceof GatewayError) throw error
      throw new GatewayError(isTimeout(error) ? 'timeout' : 'unavailable')
    }
  }
}

function isTimeout(error: unknown): boolean {
  return error instanceof Error && (error.name === 'TimeoutError' || error.name === 'AbortError')
}
