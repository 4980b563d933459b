/**
 * The transport for calls made by the server. Browsers use `fetch` alone, which is 3.7 KB smaller on every page with
 * islands.
 */
import { createFetch } from 'ofetch'
import type { Transport } from './send.ts'

export function ofetchTransport(fetchImpl: typeof fetch): Transport {
  const client = createFetch({ fetch: fetchImpl })
  return async (url, init) => {
    const response = await client.raw<string, 'text'>(url, {
      ...init,
      responseType: 'text',
      ignoreResponseError: true,
      retry: 0,
    })
    return { response, text: response._data ?? '' }
  }
}
