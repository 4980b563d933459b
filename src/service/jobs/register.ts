import { registerCatalogueJobs } from '../catalogue/catalogue.jobs.ts'
import { registerCheckoutJobs } from '../checkout/checkout.jobs.ts'
import type { Deps } from '../deps.ts'
import { registerDirectDebitJobs } from '../direct-debit/renewal.ts'
import { registerEntitlementJobs } from '../entitlements/entitlements.jobs.ts'
import { registerLibraryJobs } from '../library/library.jobs.ts'
import { registerLiveJobs } from '../live/live.jobs.ts'
import { registerNotificationJobs } from '../notifications/notifications.jobs.ts'
import { registerPeopleJobs } from '../people/people.jobs.ts'
import { registerRetention } from '../retention/retention.jobs.ts'
import { registerWebhookJobs } from '../webhooks/webhooks.jobs.ts'

type Registration = (deps: Deps) => void | Promise<void>

/** The jobs of every domain; add one line for a new one. */
const registrations: readonly Registration[] = [
  registerCatalogueJobs,
  registerCheckoutJobs,
  registerDirectDebitJobs,
  registerLibraryJobs,
  registerLiveJobs,
  registerNotificationJobs,
  registerRetention,
  registerPeopleJobs,
  registerEntitlementJobs,
  registerWebhookJobs,
]

/** Schedules of former versions, whose work the retention job does. */
const RETIRED = ['limits.sweep', 'search.forget']

export async function registerJobs(deps: Deps): Promise<void> {
  for (const register of registrations) await register(deps)
  for (const name of RETIRED) deps.jobs.retire(name)
}
