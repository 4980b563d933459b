/** What is known about people, and what an erasure does with it: the rules of all domains, in the order in which rows are erased. */
import { outboxPersonalData } from '../adapters/sms/outbox.personal.ts'
import { auditPersonalData } from '../audit/audit.personal.ts'
import { checkoutPersonalData } from '../checkout/checkout.personal.ts'
import { commentsPersonalData } from '../comments/comments.personal.ts'
import { dbPersonalData } from '../db/db.personal.ts'
import type { PersonalData } from '../db/personal-data.ts'
import { directDebitPersonalData } from '../direct-debit/direct-debit.personal.ts'
import { entitlementsPersonalData } from '../entitlements/entitlements.personal.ts'
import { httpPersonalData } from '../http/http.personal.ts'
import { libraryPersonalData } from '../library/library.personal.ts'
import { notificationsPersonalData } from '../notifications/notifications.personal.ts'
import { playerPersonalData } from '../player/player.personal.ts'
import { profilesPersonalData } from '../profiles/profiles.personal.ts'
import { searchPersonalData } from '../search/search.personal.ts'
import { sessionPersonalData, userPersonalData } from '../session/session.personal.ts'
import { supportPersonalData } from '../support/support.personal.ts'
import { surveysPersonalData } from '../surveys/surveys.personal.ts'

/** A test fails for a table that leads to a user and is not here. */
export const PERSONAL_DATA: readonly PersonalData[] = [
  ...userPersonalData,
  ...playerPersonalData,
  ...libraryPersonalData,
  ...commentsPersonalData,
  ...searchPersonalData,
  ...supportPersonalData,
  ...surveysPersonalData,
  ...notificationsPersonalData,
  ...outboxPersonalData,
  ...httpPersonalData,
  ...checkoutPersonalData,
  ...directDebitPersonalData,
  ...entitlementsPersonalData,
  ...dbPersonalData,
  ...auditPersonalData,
  ...sessionPersonalData,
  // What belongs to profiles is found by them.
  ...profilesPersonalData,
]
