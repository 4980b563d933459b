import { ACCOUNTING, BY_OPERATOR, type Retention } from '../db/retention.ts'
import { carrierSubscriptions, cinemaTickets, subscriptions } from '../db/schema/entitlements.ts'

export const entitlementsRetention: Retention[] = [
  {
    table: subscriptions,
    stored: ACCOUNTING,
    why: 'what was sold: accounting, and the history of the account page',
  },
  {
    table: carrierSubscriptions,
    stored: BY_OPERATOR,
    why: 'the last grant of a mobile operator, one row for a user',
  },
  { table: cinemaTickets, stored: ACCOUNTING, why: 'what was sold: accounting' },
]
