import { sql } from 'drizzle-orm'
import {
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
} from 'drizzle-orm/pg-core'
import { createdAt, id, localizedTextColumns, timeColumn } from './columns.ts'
import { users } from './users.ts'

export const surveyGroups = pgTable('survey_groups', {
  id: id(),
  ref: text('ref').notNull().unique(),
  ...localizedTextColumns('title', column => column.notNull()),
  createdAt: createdAt(),
})

export const surveys = pgTable(
  'surveys',
  {
    id: id(),
    ref: text('ref').notNull().unique(),
    groupId: text('group_id').references(() => surveyGroups.id, { onDelete: 'set null' }),
    ...localizedTextColumns('title', column => column.notNull()),
    ...localizedTextColumns('text', column => column.notNull().default('')),
    imagePath: text('image_path'),
    imageColour: text('image_colour'),
    votesTotal: smallint('votes_total').notNull(),
    votesPerItem: smallint('votes_per_item').notNull(),
    minItem: smallint('min_item').notNull().default(1),
    position: smallint('position').notNull().default(0),
    startsAt: timeColumn('starts_at').notNull().defaultNow(),
    endsAt: timeColumn('ends_at'),
    createdAt: createdAt(),
  },
  t => [
    check(
      'surveys_allowances',
      sql`${t.votesPerItem} between 1 and ${t.votesTotal} and ${t.minItem} between 1 and ${t.votesTotal}`,
    ),
    check('surveys_time', sql`${t.endsAt} > ${t.startsAt}`),
    index('surveys_group').on(t.groupId, t.position),
  ],
)

export const surveyParticipants = pgTable(
  'survey_participants',
  {
    id: id(),
    surveyId: text('survey_id')
      .notNull()
      .references(() => surveys.id, { onDelete: 'cascade' }),
    ...localizedTextColumns('title', column => column.notNull()),
    ...localizedTextColumns('subtitle'),
    imagePath: text('image_path'),
    imageColour: text('image_colour'),
    position: smallint('position').notNull().default(0),
  },
  t => [unique('survey_participants_of_survey').on(t.surveyId, t.id)],
)

// One submission per user. A trigger checks the vote limits at commit.
export const surveySubmissions = pgTable(
  'survey_submissions',
  {
    id: id(),
    surveyId: text('survey_id')
      .notNull()
      .references(() => surveys.id, { onDelete: 'cascade' }),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
  },
  t => [
    unique('survey_submissions_once').on(t.surveyId, t.userId),
    unique('survey_submissions_of_survey').on(t.surveyId, t.id),
    index('survey_submissions_user').on(t.userId),
  ],
)

// Both foreign keys include the survey, so that a vote cannot name a participant of another survey.
export const surveyVotes = pgTable(
  'survey_votes',
  {
    submissionId: text('submission_id').notNull(),
    participantId: text('participant_id').notNull(),
    surveyId: text('survey_id').notNull(),
    count: integer('count').notNull(),
  },
  t => [
    primaryKey({ columns: [t.submissionId, t.participantId] }),
    check('survey_votes_count', sql`${t.count} > 0`),
    foreignKey({
      name: 'survey_votes_submission',
      columns: [t.surveyId, t.submissionId],
      foreignColumns: [surveySubmissions.surveyId, surveySubmissions.id],
    }).onDelete('cascade'),
    foreignKey({
      name: 'survey_votes_participant',
      columns: [t.surveyId, t.participantId],
      foreignColumns: [surveyParticipants.surveyId, surveyParticipants.id],
    }).onDelete('cascade'),
    index('survey_votes_participant').on(t.participantId),
  ],
)
