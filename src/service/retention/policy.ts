/** How long every row is stored: the rules of all domains. docs/retention.md is generated from them. */
import { outboxRetention } from '../adapters/sms/outbox.retention.ts'
import { auditRetention } from '../audit/audit.retention.ts'
import { catalogueRetention } from '../catalogue/catalogue.retention.ts'
import { checkoutRetention } from '../checkout/checkout.retention.ts'
import { commentsRetention } from '../comments/comments.retention.ts'
import { dbRetention } from '../db/db.retention.ts'
import type { Retention } from '../db/retention.ts'
import { directDebitRetention } from '../direct-debit/direct-debit.retention.ts'
import { entitlementsRetention } from '../entitlements/entitlements.retention.ts'
import { httpRetention } from '../http/http.retention.ts'
import { jobsRetention } from '../jobs/jobs.retention.ts'
import { libraryRetention } from '../library/library.retention.ts'
import { liveRetention } from '../live/live.retention.ts'
import { notificationsRetention } from '../notifications/notifications.retention.ts'
import { pagesRetention } from '../pages/pages.retention.ts'
import { playerRetention } from '../player/player.retention.ts'
import { profilesRetention } from '../profiles/profiles.retention.ts'
import { searchRetention } from '../search/search.retention.ts'
import { sessionRetention } from '../session/session.retention.ts'
import { supportRetention } from '../support/support.retention.ts'
import { surveysRetention } from '../surveys/surveys.retention.ts'
import { webhooksRetention } from '../webhooks/webhooks.retention.ts'

/** Add the rules of a new domain; a test fails for a table without one. */
export const RETENTION: readonly Retention[] = [
  ...sessionRetention,
  ...profilesRetention,
  ...playerRetention,
  ...libraryRetention,
  ...commentsRetention,
  ...searchRetention,
  ...supportRetention,
  ...surveysRetention,
  ...notificationsRetention,
  ...outboxRetention,
  ...httpRetention,
  ...checkoutRetention,
  ...directDebitRetention,
  ...entitlementsRetention,
  ...catalogueRetention,
  ...pagesRetention,
  ...dbRetention,
  ...auditRetention,
  ...liveRetention,
  ...jobsRetention,
  ...webhooksRetention,
]
