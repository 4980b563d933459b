import type { Retention } from '../../db/retention.ts'
import { smsOutbox } from '../../db/schema/sms.ts'

export const outboxRetention: Retention[] = [
  {
    table: smsOutbox,
    expiries: [{ from: smsOutbox.createdAt, after: { days: 30 } }],
    why: 'the messages of the demo; holds mobile numbers and codes',
  },
]
