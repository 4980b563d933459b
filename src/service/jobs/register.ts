import { registerCheckoutJobs } from '../checkout/checkout.jobs.ts'
import type { Deps } from '../deps.ts'
import { registerDirectDebitJobs } from '../direct-debit/renewal.ts'
import { registerLimitJobs } from '../http/rate-limits.jobs.ts'
import { registerNotificationJobs } from '../notifications/notifications.jobs.ts'
import { registerSearchJobs } from '../search/search.jobs.ts'

type Registration = (deps: Deps) => void | Promise<void>

/** The jobs of every domain; add one line for a new one. */
const registrations: readonly Registration[] = [
  registerCheckoutJobs,
  registerDirectDebitJobs,
  registerNotificationJobs,
  registerSearchJobs,
  registerLimitJobs,
]

export async function registerJobs(deps: Deps): Promise<void> {
  for (const register of registrations) await register(deps)
}
