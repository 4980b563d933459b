import { isNotNull } from 'drizzle-orm'
import type { Retention } from '../db/retention.ts'
import { commentReports, comments } from '../db/schema/comments.ts'

export const commentsRetention: Retention[] = [
  {
    table: comments,
    expiries: [
      {
        from: comments.hiddenAt,
        after: { days: 365 },
        where: isNotNull(comments.hiddenAt),
        which: 'was hidden by moderators',
      },
    ],
    why: 'shown under a title; a hidden one is evidence while its author may object',
  },
  { table: commentReports, with: comments, why: 'a report counts once for a user' },
]
