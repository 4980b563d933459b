import type { Retention } from '../db/retention.ts'
import { notifications } from '../db/schema/notifications.ts'

export const notificationsRetention: Retention[] = [
  {
    table: notifications,
    expiries: [{ from: notifications.createdAt, after: { days: 30 } }],
    why: 'an event is told once; no event is looked at for longer than five days',
  },
]
