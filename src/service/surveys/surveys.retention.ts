import { BY_OPERATOR, type Retention, storedWith } from '../db/retention.ts'
import {
  surveyGroups,
  surveyParticipants,
  surveySubmissions,
  surveys,
  surveyVotes,
} from '../db/schema/surveys.ts'

export const surveysRetention: Retention[] = [
  { table: surveyGroups, stored: BY_OPERATOR, why: 'surveys that belong together' },
  { table: surveys, stored: BY_OPERATOR, why: 'a survey and its result' },
  { table: surveyParticipants, stored: storedWith('surveys'), why: 'the answers of a survey' },
  {
    table: surveySubmissions,
    stored: storedWith('surveys'),
    why: 'a user votes once; results are counted from it',
  },
  {
    table: surveyVotes,
    stored: storedWith('survey_submissions'),
    why: 'results are counted from it',
  },
]
