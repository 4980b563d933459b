import { eq } from 'drizzle-orm'
import type { PersonalData } from '../../db/personal-data.ts'
import { smsOutbox } from '../../db/schema/sms.ts'

export const outboxPersonalData: PersonalData[] = [
  {
    table: smsOutbox,
    of: ({ msisdn }) => eq(smsOutbox.to, msisdn),
    hides: [smsOutbox.code],
    erasure: 'deletes',
  },
]
