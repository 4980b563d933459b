import { isNotNull } from 'drizzle-orm'
import { BY_OPERATOR, type Retention } from '../db/retention.ts'
import { commentBlocks, commentReports, comments, heldWords } from '../db/schema/comments.ts'

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
  {
    table: commentBlocks,
    stored: 'until the team lets the user comment again, or the person is erased',
    why: 'users who may not comment',
  },
  { table: heldWords, stored: BY_OPERATOR, why: 'words that hold a comment back for a moderator' },
]
