// Where the bank sends a person back after signing, or not, a direct-debit contract. The address says which contract it is
// of; who says that nothing was signed is not believed: an unsigned contract ends with its time.
import { Hono } from 'hono'
import { localPath } from '#src/lib/i18n/languages.ts'
import {
  callbackFields,
  leadingToPage,
  mayAskBank,
  seeOther,
  UNKNOWN_PAYMENT,
} from '../checkout/bank-return.ts'
import { paymentOfNonce } from '../checkout/callback-address.ts'
import type { Deps } from '../deps.ts'
import type { ServiceEnv } from '../http/router.ts'
import { firstCharge } from './charge-claims.ts'
import { runCharge } from './charges.ts'
import { activateContract, type ContractRow, findContract } from './contracts.ts'
import { debitProvider } from './provider.ts'

const PROVIDER = 'vandar'

export function directDebitCallback(deps: Deps): Hono<ServiceEnv> {
  const app = new Hono<ServiceEnv>({ strict: false })
  const lead = leadingToPage(deps, async c => {
    const id = paymentOfNonce(deps, PROVIDER, c.req.param('nonce') ?? '')
    const contract = id && (await findContract(deps.db, id))
    if (!contract) return seeOther(c, UNKNOWN_PAYMENT)
    const { token, authorizationId, status } = debitProvider(deps).readCallback(
      await callbackFields(c),
    )
    if (token !== null && contract.token !== null && token !== contract.token)
      return seeOther(c, UNKNOWN_PAYMENT)
    const path = !(await mayAskBank(deps, c))
      ? agreementPath(contract, 'pending')
      : status === 'succeeded' && authorizationId
        ? await enter(deps, contract, authorizationId)
        : agreementPath(contract, contract.state === 'active' ? 'active' : 'declined')
    return seeOther(c, localPath(path, contract.language))
  })
  app.on(['GET', 'POST'], `/payments/${PROVIDER}/callback/:nonce`, lead)
  return app
}

/** Activates the contract and makes its first debit; the page that shows how it went. */
async function enter(deps: Deps, contract: ContractRow, authorizationId: string): Promise<string> {
  const state =
    contract.state === 'waiting'
      ? await activateContract(deps, contract, authorizationId)
      : contract.state === 'active' && contract.authorizationId === authorizationId
        ? 'active'
        : 'declined'
  if (state !== 'active') return agreementPath(contract, state)
  await deps.failpoint?.('debit:activated')
  const first = await firstCharge(deps, contract.id)
  const payment = (await runCharge(deps, first.id)) ?? first.transactionId
  return payment ? `/payment?id=${payment}` : agreementPath(contract, 'pending')
}

function agreementPath({ packageId, returnPath }: ContractRow, status: string): string {
  const search = new URLSearchParams({ status, package: packageId })
  if (returnPath) search.set('redirect', returnPath)
  return `/dd-agreement?${search}`
}
