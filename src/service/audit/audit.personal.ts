import { eq } from 'drizzle-orm'
import type { PersonalData } from '../db/personal-data.ts'
import { auditLog } from '../db/schema/audit.ts'

export const auditPersonalData: PersonalData[] = [
  {
    table: auditLog,
    of: ({ id }) => eq(auditLog.target, id),
    hides: [auditLog.actor, auditLog.host],
    erasure: 'keeps',
    why: 'proves what the team did; it names an id only',
  },
]
