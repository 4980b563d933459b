import type { Deps } from '../deps.ts'
import { reconcile } from './reconcile.ts'

export function registerCheckoutJobs(deps: Deps): void {
  deps.jobs.define('checkout.reconcile', async () => reconcile(deps), {
    cron: '* * * * *',
    retries: 0,
  })
}
