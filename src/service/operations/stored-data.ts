/** The retention of the tables of this room, and their data about a person. */

import { eq, sql } from 'drizzle-orm'
import type { PersonalData } from '../platform/db/personal-data.ts'
import type { Retention } from '../platform/db/retention.ts'
import { auditLog } from '../platform/db/schema/audit.ts'
import { staffAccounts, staffRequests, staffSessions } from '../platform/db/schema/staff.ts'
import { videoUploads } from '../platform/db/schema/video-uploads.ts'

export const operationsRetention: Retention[] = [
  {
    table: auditLog,
    stored: 'forever; the database rejects any change',
    why: 'shows what each member of the team did; contains users only by id',
  },
  {
    table: staffAccounts,
    stored: 'until an administrator removes the account',
    why: 'members of the team who use the console',
  },
  {
    table: staffSessions,
    expiries: [{ from: staffSessions.createdAt, after: { days: 1 } }],
    why: 'sessions of the console, which end after 12 hours',
  },
  {
    table: staffRequests,
    expiries: [{ from: staffRequests.createdAt, after: { days: 4 } }],
    why: 'actions that wait three days for a second member of the team',
  },
  {
    table: videoUploads,
    expiries: [
      {
        from: videoUploads.updatedAt,
        after: { days: 7 },
        where: sql`${videoUploads.state} = 'uploading'`,
        which: 'unfinished',
      },
      { from: videoUploads.createdAt, after: { days: 90 } },
    ],
    why: 'videos that editors upload, and what was used of them; an unfinished one can be resumed for a week',
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
