import type { Deps } from '../deps.ts'
import { emitEndedSubscriptions } from './ended-subscriptions.ts'

export function registerEntitlementJobs(deps: Deps): void {
  deps.jobs.define('subscriptions.ended', () => emitEndedSubscriptions(deps), {
    cron: '* * * * *',
    retries: 0,
  })
}
