import type { Retention } from '../db/retention.ts'
import { auditLog } from '../db/schema/audit.ts'

export const auditRetention: Retention[] = [
  {
    table: auditLog,
    stored: 'for ever; the database rejects any change',
    why: 'who of the team did what; it names people by id alone',
  },
]
