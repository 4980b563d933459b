import { eq, sql } from 'drizzle-orm'
import type { PersonalData } from '../db/personal-data.ts'
import { surveySubmissions, surveyVotes } from '../db/schema/surveys.ts'

const why = 'the result of a survey, without the person'

export const surveysPersonalData: PersonalData[] = [
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
