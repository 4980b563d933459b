// Where the bank sends a person back after signing, or not, a direct-debit contract.
import { Hono } from 'hono'
import { localPath } from '#src/lib/i18n/languages.ts'
import { fieldsOf, seeOther } from '../checkout/bank-return.ts'
import type { Deps } from '../deps.ts'
import type { ServiceEnv } from '../http/router.ts'
import { firstCharge, runCharge } from './charges.ts'
import { activateContract, type ContractRow, contractByToken, endContract } from './contracts.ts'
import { debitProvider } from './provider.ts'

const CALLBACKS = { points: 120, seconds: 60 }

export function directDebitCallback(deps: Deps): Hono<ServiceEnv> {
  const app = new Hono<ServiceEnv>({ strict: false })
  app.on(['GET', 'POST'], '/payments/vandar/callback', async c => {
    await deps.limits.volume('callback', c.env?.address ?? '', CALLBACKS)
    const { token, authorizationId, status } = debitProvider(deps).readCallback(await fieldsOf(c))
    const contract = token ? await contractByToken(deps.db, token) : null
    if (!contract) return seeOther(c, '/payment?status=unknown')
    if (contract.state === 'waiting' && status !== 'succeeded')
      await endContract(deps, contract.id, 'declined', status)
    const path =
      status === 'succeeded' && authorizationId
        ? await enter(deps, contract, authorizationId)
        : agreementPath(contract, 'declined')
    return seeOther(c, localPath(path, contract.language))
  })
  return app
}

/** Activates the contract and makes its first debit; the page that shows how it went. */
async function enter(deps: Deps, contract: ContractRow, authorizationId: string): Promise<string> {
  const state =
    contract.state === 'waiting'
      ? await activateContract(deps, contract, authorizationId)
      : contract.authorizationId === authorizationId
        ? 'active'
        : 'declined'
  if (state !== 'active') return agreementPath(contract, state)
  await deps.reach?.('debit:activated')
  const first = await firstCharge(deps, contract.id)
  const payment = (await runCharge(deps, first.id)) ?? first.transactionId
  return payment ? `/payment?id=${payment}` : agreementPath(contract, 'pending')
}

function agreementPath({ packageId, returnPath }: ContractRow, status: string): string {
  const search = new URLSearchParams({ status, package: packageId })
  if (returnPath) search.set('redirect', returnPath)
  return `/dd-agreement?${search}`
}
