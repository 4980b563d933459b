import { eq } from 'drizzle-orm'
import { FOR_THE_ACCOUNTS, type PersonalData } from '../db/personal-data.ts'
import { carrierSubscriptions, cinemaTickets, subscriptions } from '../db/schema/entitlements.ts'

export const entitlementsPersonalData: PersonalData[] = [
  {
    table: subscriptions,
    of: ({ id }) => eq(subscriptions.userId, id),
    erasure: 'keeps',
    why: FOR_THE_ACCOUNTS,
  },
  {
    table: carrierSubscriptions,
    of: ({ id }) => eq(carrierSubscriptions.userId, id),
    erasure: 'deletes',
  },
  {
    table: cinemaTickets,
    of: ({ id }) => eq(cinemaTickets.userId, id),
    erasure: 'keeps',
    why: FOR_THE_ACCOUNTS,
  },
]
