// Handles a browser that returns from a bank.
import type { Context } from 'hono'
import { BODY_BYTES } from '#src/contract/limits.ts'
import { localPath } from '#src/lib/i18n/languages.ts'
import { databaseFault } from '../../platform/db/faults.ts'
import type { Deps } from '../../platform/deps.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { requestLanguage, type ServiceEnv } from '../../platform/http/router.ts'

/** Page for a browser whose request names no payment of ours; the page shows and changes nothing. */
export const UNKNOWN_PAYMENT = '/payment?status=unknown'

/** Page for a browser if the outcome of the payment is unknown. It says that no money is lost; the reconciliation finds the payment. */
const DELAYED_PAYMENT = '/payment?status=delayed'

/** Limit per address, because each return costs requests to the bank. */
const RETURNS = { points: 120, seconds: 60 }

/** Returns false if this address has used up its limit; the reconciliation then asks the bank within a minute. */
export async function takeBankReturn(deps: Deps, c: Context<ServiceEnv>): Promise<boolean> {
  try {
    await deps.limits.volume('callback', c.env?.address ?? '', RETURNS)
    return true
  } catch (error) {
    if (error instanceof ApiError && error.result === 'too_many_requests') return false
    throw error
  }
}

/** Redirects to a page on any error, because a browser that returns from a bank cannot show the JSON envelope. */
export function redirectOnError(
  deps: Deps,
  handler: (c: Context<ServiceEnv>) => Promise<Response>,
): (c: Context<ServiceEnv>) => Promise<Response> {
  return async c => {
    try {
      return await handler(c)
    } catch (error) {
      const fields = { err: error, path: c.req.routePath, requestId: c.env?.requestId }
      deps.log[databaseFault(error) ? 'warn' : 'error'](
        fields,
        'handling a return from a bank failed',
      )
      return redirectToPage(c, localPath(DELAYED_PAYMENT, requestLanguage(c)))
    }
  }
}

/** Returns the fields of the address, and of the form for a POST. @throws ApiError too_large */
export async function readCallbackFields(c: Context<ServiceEnv>): Promise<URLSearchParams> {
  const fields = new URL(c.req.url).searchParams
  if (c.req.method !== 'POST') return fields
  if (Number(c.req.header('content-length') ?? 0) > BODY_BYTES) throw new ApiError('too_large')
  const body = (await c.req.text()).slice(0, BODY_BYTES)
  for (const [name, value] of new URLSearchParams(body)) fields.set(name, value)
  return fields
}

export function redirectToPage(c: Context<ServiceEnv>, path: string): Response {
  c.header('Cache-Control', 'private, no-store')
  c.header('Referrer-Policy', 'same-origin')
  return c.redirect(path, 303)
}
