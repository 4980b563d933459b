// How a browser comes back from a bank, and where it goes on.
import type { Context } from 'hono'
import { BODY_BYTES } from '#src/contract/limits.ts'
import { localPath } from '#src/lib/i18n/languages.ts'
import { databaseFault } from '../db/faults.ts'
import type { Deps } from '../deps.ts'
import { ApiError } from '../http/api-error.ts'
import { languageOf, type ServiceEnv } from '../http/router.ts'

/** Where a browser is led that speaks of no payment of ours: a page that tells nothing and changes nothing. */
export const UNKNOWN_PAYMENT = '/payment?status=unknown'

/** Where it is led when we cannot tell how it ended: the page says that nothing is lost. Reconciliation finds the payment. */
export const DELAYED_PAYMENT = '/payment?status=delayed'

/** A limit for what a return costs: our questions to the bank. */
const RETURNS = { points: 120, seconds: 60 }

/** Whether this address may have the bank asked now. Beyond that reconciliation asks it, within a minute. */
export async function mayAskBank(deps: Deps, c: Context<ServiceEnv>): Promise<boolean> {
  try {
    await deps.limits.volume('callback', c.env?.address ?? '', RETURNS)
    return true
  } catch (error) {
    if (error instanceof ApiError && error.result === 'too_many_requests') return false
    throw error
  }
}

/** A browser that comes back from a bank is led to a page, whatever goes wrong: the envelope of a call is for programs. */
export function leadingToPage(
  deps: Deps,
  handler: (c: Context<ServiceEnv>) => Promise<Response>,
): (c: Context<ServiceEnv>) => Promise<Response> {
  return async c => {
    try {
      return await handler(c)
    } catch (error) {
      const fields = { err: error, path: c.req.routePath, requestId: c.env?.requestId }
      deps.log[databaseFault(error) ? 'warn' : 'error'](fields, 'a return from a bank failed')
      return seeOther(c, localPath(DELAYED_PAYMENT, languageOf(c)))
    }
  }
}

/** What came with the browser, by address or by form. */
export async function callbackFields(c: Context<ServiceEnv>): Promise<URLSearchParams> {
  const fields = new URL(c.req.url).searchParams
  if (c.req.method !== 'POST') return fields
  if (Number(c.req.header('content-length') ?? 0) > BODY_BYTES) throw new ApiError('too_large')
  const body = (await c.req.text()).slice(0, BODY_BYTES)
  for (const [name, value] of new URLSearchParams(body)) fields.set(name, value)
  return fields
}

export function seeOther(c: Context<ServiceEnv>, path: string): Response {
  c.header('Cache-Control', 'private, no-store')
  c.header('Referrer-Policy', 'same-origin')
  return c.redirect(path, 303)
}
