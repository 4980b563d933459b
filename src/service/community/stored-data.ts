/** The retention of the tables of this room, and their data about a person. */

import { eq, isNotNull, sql } from 'drizzle-orm'
import type { PersonalData } from '../platform/db/personal-data.ts'
import { BY_OPERATOR, type Retention } from '../platform/db/retention.ts'
import {
  commentBlocks,
  commentReports,
  comments,
  heldWords,
} from '../platform/db/schema/comments.ts'
import {
  answerTemplates,
  supportTicketMessages,
  supportTicketNotes,
  supportTickets,
} from '../platform/db/schema/support.ts'
import {
  surveyGroups,
  surveyParticipants,
  surveySubmissions,
  surveys,
  surveyVotes,
} from '../platform/db/schema/surveys.ts'

const why = 'the result of a survey, without personal data'

export const communityRetention: Retention[] = [
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
    why: 'shown below a title; a hidden comment is evidence while its author may object',
  },
  { table: commentReports, with: comments, why: 'each user can report a comment once' },
  {
    table: commentBlocks,
    stored: 'until the team unblocks the user, or the user is erased',
    why: 'users who are blocked from commenting',
  },
  { table: heldWords, stored: BY_OPERATOR, why: 'words that hold a comment back for a moderator' },
  {
    table: supportTickets,
    expiries: [
      {
        from: supportTickets.createdAt,
        after: { days: 90 },
        where: sql`num_nonnulls(${supportTickets.ip}, ${supportTickets.country}, ${supportTickets.provider}) > 0`,
        clears: [supportTickets.ip, supportTickets.country, supportTickets.provider],
      },
      {
        from: supportTickets.updatedAt,
        after: { days: 3 * 365 },
        where: eq(supportTickets.status, sql`'completed'`),
        which: 'is completed',
      },
    ],
    why: "support and disputes; the sender's network is useful only for recent problems",
  },
  {
    table: supportTicketMessages,
    with: supportTickets,
    why: 'the conversation',
  },
  {
    table: supportTicketNotes,
    with: supportTickets,
    why: 'notes of the team about a ticket',
  },
  {
    table: answerTemplates,
    stored: BY_OPERATOR,
    why: 'templates for common answers, without personal data',
  },
  { table: surveyGroups, stored: BY_OPERATOR, why: 'surveys that belong together' },
  { table: surveys, stored: BY_OPERATOR, why: 'a survey and its result' },
  { table: surveyParticipants, with: surveys, why: 'the answers of a survey' },
  {
    table: surveySubmissions,
    with: surveys,
    why: 'limits each user to one vote; results are computed from it',
  },
  {
    table: surveyVotes,
    with: surveySubmissions,
    why: 'results are computed from it',
  },
]

export const communityPersonalData: PersonalData[] = [
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
  {
    table: supportTicketMessages,
    of: ({ id }) =>
      sql`${supportTicketMessages.ticketId} in (select t.id from tickets t where t.user_id = ${id})`,
    erasure: 'deletes',
  },
  {
    table: supportTicketNotes,
    of: ({ id }) =>
      sql`${supportTicketNotes.ticketId} in (select t.id from tickets t where t.user_id = ${id})`,
    isInternal: 'notes of the team',
    erasure: 'deletes',
  },
  { table: supportTickets, of: ({ id }) => eq(supportTickets.userId, id), erasure: 'deletes' },
  {
    table: surveySubmissions,
    of: ({ id }) => eq(surveySubmissions.userId, id),
    erasure: 'keeps',
    why,
  },
  {
    table: surveyVotes,
    of: ({ id }) =>
      sql`${surveyVotes.submissionId} in (select s.id from survey_submissions s where s.user_id = ${id})`,
    erasure: 'keeps',
    why,
  },
]
