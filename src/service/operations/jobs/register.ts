import { registerCatalogueJobs } from '../../catalogue/titles/catalogue.jobs.ts'
import { registerCheckoutJobs } from '../../commerce/checkout/checkout.jobs.ts'
import { registerDirectDebitJobs } from '../../commerce/direct-debit/renewal.ts'
import { registerEntitlementJobs } from '../../commerce/entitlements/ended-subscriptions.ts'
import type { Deps } from '../../platform/deps.ts'
import { registerNotificationJobs } from '../../platform/notifications/notifications.jobs.ts'
import { registerWebhookJobs } from '../../platform/webhooks/webhooks.jobs.ts'
import { registerMessageJobs } from '../../storefront/system-message.ts'
import { registerLibraryJobs } from '../../watching/library/library.jobs.ts'
import { registerLiveJobs } from '../../watching/live/live.jobs.ts'
import { registerPeopleJobs } from '../people/erase.ts'
import { registerRetention } from '../retention/retention.jobs.ts'

type Registration = (deps: Deps) => void | Promise<void>

/** The jobs of every domain; add one line for a new domain. */
const registrations: readonly Registration[] = [
  registerCatalogueJobs,
  registerCheckoutJobs,
  registerDirectDebitJobs,
  registerLibraryJobs,
  registerLiveJobs,
  registerNotificationJobs,
  registerMessageJobs,
  registerRetention,
  registerPeopleJobs,
  registerEntitlementJobs,
  registerWebhookJobs,
]

/** Schedules of earlier versions, whose work the retention job does now. */
const RETIRED = ['limits.sweep', 'search.forget']

export async function registerJobs(deps: Deps): Promise<void> {
  for (const register of registrations) await register(deps)
  for (const name of RETIRED) deps.jobs.retire(name)
}
