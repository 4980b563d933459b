// The route to which the bank sends a user back after signing or declining a direct-debit contract. The address names the contract. A
// report that nothing was signed is not trusted: an unsigned contract expires on its own.
import { Hono } from 'hono'
import { localPath } from '#src/lib/i18n/languages.ts'
import type { Deps } from '../../platform/deps.ts'
import type { ServiceEnv } from '../../platform/http/router.ts'
import {
  readCallbackFields,
  redirectOnError,
  redirectToPage,
  takeBankReturn,
  UNKNOWN_PAYMENT,
} from '../checkout/bank-return.ts'
import { paymentOfNonce } from '../checkout/callback-address.ts'
import { ensureFirstCharge } from './charge-claims.ts'
import { runCharge } from './charges.ts'
import { activateContract, type ContractRow, findContract } from './contracts.ts'
import { debitProvider } from './provider.ts'

const PROVIDER = 'vandar'

export function directDebitCallback(deps: Deps): Hono<ServiceEnv> {
  const app = new Hono<ServiceEnv>({ strict: false })
  const lead = redirectOnError(deps, async c => {
    const id = paymentOfNonce(deps, PROVIDER, c.req.param('nonce') ?? '')
    const contract = id && (await findContract(deps.db, id))
    if (!contract) return redirectToPage(c, UNKNOWN_PAYMENT)
    const { token, authorizationId, status } = debitProvider(deps).readCallback(
      await readCallbackFields(c),
    )
    if (token !== null && contract.token !== null && token !== contract.token)
      return redirectToPage(c, UNKNOWN_PAYMENT)
    const path = !(await takeBankReturn(deps, c))
      ? agreementPath(contract, 'pending')
      : status === 'succeeded' && authorizationId
        ? await enter(deps, contract, authorizationId)
        : agreementPath(contract, contract.state === 'active' ? 'active' : 'declined')
    return redirectToPage(c, localPath(path, contract.language))
  })
  app.on(['GET', 'POST'], `/payments/${PROVIDER}/callback/:nonce`, lead)
  return app
}

/** Activates the contract and makes its first debit. Returns the page that shows the result. */
async function enter(deps: Deps, contract: ContractRow, authorizationId: string): Promise<string> {
  const state =
    contract.state === 'waiting'
      ? await activateContract(deps, contract, authorizationId)
      : contract.state === 'active' && contract.authorizationId === authorizationId
        ? 'active'
        : 'declined'
  if (state !== 'active') return agreementPath(contract, state)
  await deps.failpoint?.('debit:activated')
  const first = await ensureFirstCharge(deps, contract.id)
  const payment = (await runCharge(deps, first.id)) ?? first.paymentId
  return payment ? `/payment?id=${payment}` : agreementPath(contract, 'pending')
}

function agreementPath({ packageId, returnPath }: ContractRow, status: string): string {
  const search = new URLSearchParams({ status, package: packageId })
  if (returnPath) search.set('redirect', returnPath)
  return `/dd-agreement?${search}`
}
