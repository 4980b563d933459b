import { z } from 'zod'
import { Count, Id, Picture, Timestamp } from './fields.ts'

export const Participant = z.object({
  id: Id,
  title: z.string(),
  subtitle: z.string().nullable(),
  image: Picture.nullable(),
  result_percent: z.number().nullable(),
})
export const Survey = z.object({
  id: Id,
  ref: z.string(),
  title: z.string(),
  text: z.string(),
  status: z.enum(['open', 'ended']),
  ends_at: Timestamp.nullable(),
  votes_total: Count,
  votes_per_item: Count,
  min_item: Count,
  participants: z.array(Participant),
})
export type Survey = z.infer<typeof Survey>
const Votes = z.array(
  z.strictObject({
    participant_id: Id,
    count: z.number().int().min(1).max(1_000),
  }),
)
export const SurveyState = z.object({
  is_submitted: z.boolean(),
  remaining: z.number().int(),
  votes: z.array(z.object({ participant_id: Id, count: Count })),
})
export type SurveyState = z.infer<typeof SurveyState>

/** Schemas of the inputs and the reply of each call, by the name of its endpoint. */
export const surveysCalls = {
  getSurvey: {
    summary: 'A survey',
    data: Survey,
  },
  getSurveyState: {
    summary: 'Votes of the user',
    data: SurveyState,
  },
  submitSurvey: {
    summary: 'Vote, once',
    body: z.strictObject({ votes: Votes.max(200) }),
    data: z.object({ is_submitted: z.literal(true) }),
  },
  getSurveyGroup: {
    summary: "A group of surveys with the user's state",
    data: z.object({
      title: z.string(),
      items: z.array(Survey.extend({ state: SurveyState })),
    }),
  },
}
