import type { Deps } from '../../platform/deps.ts'
import { callOtherNodes, onceOnThisNode } from '../../platform/node-work.ts'
import { numberInvoices } from './invoice-numbers.ts'
import { applyDuePrices } from './package-prices.ts'
import { reconcilePayments } from './reconcile.ts'

const RECONCILE = 'checkout.reconcile'
const HELP = 'checkout.reconcile.help'

export function registerCheckoutJobs(deps: Deps): void {
  const run = (onBacklog?: () => Promise<void>) =>
    onceOnThisNode(deps, RECONCILE, () => reconcilePayments(deps, onBacklog))
  deps.jobs.define(RECONCILE, () => run(callOtherNodes(deps, HELP)), {
    cron: '* * * * *',
    retries: 0,
  })
  deps.jobs.define(HELP, () => run(), { retries: 0 })
  deps.jobs.define('checkout.prices', async () => void (await applyDuePrices(deps)), {
    cron: '* * * * *',
    retries: 0,
  })
  deps.jobs.define(
    'checkout.invoice-numbers',
    async ({ signal }) => void (await numberInvoices(deps, { signal })),
    { cron: '* * * * *', retries: 0 },
  )
}
