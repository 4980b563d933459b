// One debit a contract and period. It is claimed by compare-and-set, keyed at the bank by a track id of ours, and asked
// about before it is ever tried again. Many run at once, on every node.
import type { Debit } from '../adapters/payments/direct-debit.ts'
import { GatewayError } from '../adapters/payments/gateway.ts'
import { workThrough } from '../adapters/provider-work.ts'
import type { Deps } from '../deps.ts'
import { onceOnThisNode } from '../node-work.ts'
import {
  type ClaimedCharge,
  claimCharge,
  type LeasedCharge,
  leaseDueCharges,
  releaseCharges,
} from './charge-claims.ts'
import { failCharge, settleCharge } from './charge-results.ts'
import type { ContractRow } from './contracts.ts'
import { debitProvider } from './provider.ts'

/** Debits of one node at a time. */
const CONCURRENCY = 32
/** A run ends before the next one begins; what it leaves stays due. */
const LONGEST_MS = 50_000

/** Debits everybody whose time has come. Any number of nodes may run it at once. */
export async function chargeDue(deps: Deps): Promise<void> {
  const time = AbortSignal.timeout(LONGEST_MS)
  await onceOnThisNode(deps, 'direct-debit', () =>
    workThrough(deps.providers, 'vandar', {
      claim: limit => leaseDueCharges(deps, limit),
      work: leased => runLeased(deps, leased),
      giveBack: leased => releaseCharges(deps, leased),
      concurrency: CONCURRENCY,
      isOver: () => time.aborted,
    }),
  )
}

/** One that fails by a fault of ours holds up no other. */
async function runLeased(deps: Deps, { id, until }: LeasedCharge): Promise<void> {
  try {
    await runCharge(deps, id, until)
  } catch (error) {
    deps.log.error({ err: error, charge: id }, 'renewal')
  }
}

/** Runs a charge that is due, once over all nodes, and returns its payment; null when another has it. */
export async function runCharge(
  deps: Deps,
  id: string,
  until: Date | null = null,
): Promise<string | null> {
  const claimed = await claimCharge(deps, id, until)
  if (!claimed) return null
  const { charge, contract } = claimed
  await deps.failpoint?.('debit:claimed')
  const debit = await requestDebit(deps, charge, contract)
  await deps.failpoint?.('debit:answered')
  if (debit?.state === 'done') await settleCharge(deps, charge.id, debit)
  else if (debit?.state === 'failed') await failCharge(deps, charge.id, debit.code)
  return charge.transactionId
}

/** Null: nothing is known, and it is asked again when the lease is over; soon where the bank was not asked. */
async function requestDebit(
  deps: Deps,
  charge: ClaimedCharge,
  contract: ContractRow,
): Promise<Debit | null> {
  const provider = debitProvider(deps)
  try {
    const known = charge.wasSent ? await provider.debitOf(charge.trackId) : null
    if (known) return withExpectedAmount(deps, charge, known)
    if (contract.state !== 'active')
      return { state: 'failed', withdrawalId: null, code: 'cancelled' }
    const { trackId, amount } = charge
    const authorizationId = contract.authorizationId ?? ''
    const description = contract.packageId
    const debit = await provider.debit({ authorizationId, amount, trackId, description })
    await deps.failpoint?.('debit:sent')
    const isUnsure = debit.state === 'pending' || (debit.state === 'done' && debit.amount === null)
    return withExpectedAmount(deps, charge, isUnsure ? await provider.debitOf(trackId) : debit)
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    if (error.kind === 'paused') await releaseCharges(deps, [leaseOf(charge)])
    deps.log.warn({ charge: charge.id, fault: error.message }, 'no answer to a debit')
    return null
  }
}

/** A debit is done only at its own amount: another one, or none said, is left for a person to look at. */
function withExpectedAmount(
  deps: Deps,
  { id, amount }: ClaimedCharge,
  debit: Debit | null,
): Debit | null {
  if (debit?.state !== 'done' || debit.amount === amount) return debit
  deps.log.error({ charge: id, isSaid: debit.amount !== null }, 'a debit without its amount')
  return null
}

function leaseOf({ id, nextAttemptAt, updatedAt }: ClaimedCharge): LeasedCharge {
  return { id, until: nextAttemptAt ?? updatedAt }
}
