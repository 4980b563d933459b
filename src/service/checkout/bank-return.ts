// How a browser comes back from a bank, and where it goes on.
import type { Context } from 'hono'
import { BODY_BYTES } from '#src/contract/limits.ts'
import { ApiError } from '../http/api-error.ts'
import type { ServiceEnv } from '../http/router.ts'

/** Where a browser is led that speaks of no payment of ours: a page that tells nothing and changes nothing. */
export const UNKNOWN_PAYMENT = '/payment?status=unknown'

/** What came with the browser, by address or by form. */
export async function callbackFields(c: Context<ServiceEnv>): Promise<URLSearchParams> {
  const fields = new URL(c.req.url).searchParams
  if (c.req.method !== 'POST') return fields
  if (Number(c.req.header('content-length') ?? 0) > BODY_BYTES) throw new ApiError('too_large')
  const body = (await c.req.text()).slice(0, BODY_BYTES)
  for (const [name, value] of new URLSearchParams(body)) fields.set(name, value)
  return fields
}

export function seeOther(c: Context, path: string): Response {
  c.header('Cache-Control', 'private, no-store')
  c.header('Referrer-Policy', 'same-origin')
  return c.redirect(path, 303)
}
