import type { Hono } from 'hono'
import {
  getSurvey,
  getSurveyGroup,
  getSurveyState,
  submitSurvey,
} from '#src/contract/endpoints/surveys.ts'
import { translatedText } from '../../platform/db/localized.ts'
import type { Deps } from '../../platform/deps.ts'
import { router, type ServiceEnv } from '../../platform/http/router.ts'
import { submitVotes } from './submission.ts'
import { readSurveyState, requireSurvey, requireSurveyGroup, surveyView } from './survey.queries.ts'

const SUBMISSIONS = { points: 60, seconds: 600 }

export function surveysRoutes(deps: Deps): Hono<ServiceEnv> {
  const { on, app } = router(deps)

  on(getSurvey)(async ({ params, language }) =>
    surveyView(deps, await requireSurvey(deps, params.ref), language),
  )

  on(getSurveyState)(async ({ params, viewer }) =>
    readSurveyState(deps.db, await requireSurvey(deps, params.ref), viewer.userId),
  )

  on(submitSurvey)(async ({ params, body, viewer }) => {
    await deps.limits.volume('survey', viewer.userId, SUBMISSIONS)
    await submitVotes(deps, await requireSurvey(deps, params.ref), viewer.userId, body.votes)
    return { is_submitted: true as const }
  })

  on(getSurveyGroup)(async ({ params, language, viewer }) => {
    const { group, surveys } = await requireSurveyGroup(deps, params.ref)
    const items = await Promise.all(
      surveys.map(async row => ({
        ...(await surveyView(deps, row, language)),
        state: await readSurveyState(deps.db, row, viewer.userId),
      })),
    )
    return { title: translatedText(group, 'title', language), items }
  })

  return app
}
