import { registerCheckoutJobs } from '../checkout/checkout.jobs.ts'
import type { Deps } from '../deps.ts'
import { registerDirectDebitJobs } from '../direct-debit/renewal.ts'
import { registerNotificationJobs } from '../notifications/notifications.jobs.ts'
import { registerSearchJobs } from '../search/search.jobs.ts'
import { registerSessionJobs } from '../session/session.jobs.ts'

type Registration = (deps: Deps) => void | Promise<void>

/** The jobs of every domain; a new one is one line here. */
const registrations: readonly Registration[] = [
  registerCheckoutJobs,
  registerDirectDebitJobs,
  registerNotificationJobs,
  registerSearchJobs,
  registerSessionJobs,
]

export async function registerJobs(deps: Deps): Promise<void> {
  for (const register of registrations) await register(deps)
}
