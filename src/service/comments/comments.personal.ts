import { eq } from 'drizzle-orm'
import type { PersonalData } from '../db/personal-data.ts'
import { commentBlocks, commentReports, comments } from '../db/schema/comments.ts'

export const commentsPersonalData: PersonalData[] = [
  { table: commentReports, of: ({ id }) => eq(commentReports.userId, id), erasure: 'deletes' },
  {
    table: comments,
    of: ({ id }) => eq(comments.userId, id),
    hides: [comments.hiddenReason, comments.heldFor],
    erasure: 'deletes',
  },
  {
    table: commentBlocks,
    of: ({ id }) => eq(commentBlocks.userId, id),
    hides: [commentBlocks.reason],
    erasure: 'deletes',
  },
]
