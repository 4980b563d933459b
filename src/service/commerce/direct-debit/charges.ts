// Makes one debit per contract and period. A charge is claimed by compare-and-set, has a track id of ours at the bank, and is checked there
// before it is tried again. Many run at once, on every node.
import type { Debit } from '../../platform/adapters/payments/direct-debit.ts'
import { GatewayError } from '../../platform/adapters/payments/gateway.ts'
import { processDueItems } from '../../platform/adapters/provider-work.ts'
import type { Deps } from '../../platform/deps.ts'
import { onceOnThisNode } from '../../platform/node-work.ts'
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

/** Concurrent debits of one node. */
const CONCURRENCY = 32
/** Time limit of a run, so that it ends before the next one starts; remaining charges stay due. */
const LONGEST_MS = 50_000

/** Makes all debits that are due. Any number of nodes can run it at once. */
export async function runDueCharges(deps: Deps, onBacklog?: () => Promise<void>): Promise<void> {
  const time = AbortSignal.timeout(LONGEST_MS)
  await onceOnThisNode(deps, 'direct-debit', () =>
    processDueItems(deps.providers, 'vandar', {
      claim: limit => leaseDueCharges(deps, limit),
      work: leased => runLeased(deps, leased),
      giveBack: leased => releaseCharges(deps, leased),
      concurrency: CONCURRENCY,
      isOver: () => time.aborted,
      onBacklog,
    }),
  )
}

/** Keeps a charge that fails because of an error of ours from stopping the others. */
async function runLeased(deps: Deps, { id, until }: LeasedCharge): Promise<void> {
  try {
    await runCharge(deps, id, until)
  } catch (error) {
    deps.log.error({ err: error, charge: id }, 'a debit failed')
  }
}

/** Runs a charge that is due, once over all nodes. Returns the id of its payment, or null if another node has it. */
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
  return charge.paymentId
}

/** Returns null if the result is unknown; the bank is asked again when the lease ends, or soon if it was not asked. */
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
    deps.log.warn({ charge: charge.id, fault: error.message }, 'the bank gave no answer to a debit')
    return null
  }
}

/** Accepts a debit only with its own amount. A debit with another amount, or with none, is left for an operator. */
function withExpectedAmount(
  deps: Deps,
  { id, amount }: ClaimedCharge,
  debit: Debit | null,
): Debit | null {
  if (debit?.state !== 'done' || debit.amount === amount) return debit
  deps.log.error(
    { charge: id, isSaid: debit.amount !== null },
    'the bank reported another amount for a debit, or none',
  )
  return null
}

function leaseOf({ id, nextAttemptAt, updatedAt }: ClaimedCharge): LeasedCharge {
  return { id, until: nextAttemptAt ?? updatedAt }
}
