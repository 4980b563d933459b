/** The retention of the tables of this room, and their data about a person. */

import { eq } from 'drizzle-orm'
import type { PersonalData } from '../platform/db/personal-data.ts'
import type { Retention } from '../platform/db/retention.ts'
import { auditLog } from '../platform/db/schema/audit.ts'

export const operationsRetention: Retention[] = [
  {
    table: auditLog,
    stored: 'forever; the database rejects any change',
    why: 'shows what each member of the team did; contains users only by id',
  },
]

export const operationsPersonalData: PersonalData[] = [
  {
    table: auditLog,
    of: ({ id }) => eq(auditLog.target, id),
    hides: [auditLog.actor, auditLog.host],
    erasure: 'keeps',
    why: 'proves what the team did; contains only the id of the user',
  },
]
