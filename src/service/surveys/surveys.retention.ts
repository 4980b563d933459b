import { BY_OPERATOR, type Retention } from '../db/retention.ts'
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
  { table: surveyParticipants, with: surveys, why: 'the answers of a survey' },
  {
    table: surveySubmissions,
    with: surveys,
    why: 'a user votes once; results are counted from it',
  },
  {
    table: surveyVotes,
    with: surveySubmissions,
    why: 'results are counted from it',
  },
]
