import type { Deps } from '../deps.ts'
import { callOtherNodes, onceOnThisNode } from '../node-work.ts'
import { reconcile } from './reconcile.ts'

const RECONCILE = 'checkout.reconcile'
const HELP = 'checkout.reconcile.help'

export function registerCheckoutJobs(deps: Deps): void {
  const run = () => onceOnThisNode(deps, RECONCILE, () => reconcile(deps))
  deps.jobs.define(
    RECONCILE,
    async () => {
      await callOtherNodes(deps, HELP)
      await run()
    },
    { cron: '* * * * *', retries: 0 },
  )
  deps.jobs.define(HELP, run, { retries: 0 })
}
