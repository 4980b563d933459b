import type { Hono } from 'hono'
import {
  getSurvey,
  getSurveyGroup,
  getSurveyState,
  submitSurvey,
} from '#src/contract/endpoints/surveys.ts'
import { textOf } from '../db/localized.ts'
import type { Deps } from '../deps.ts'
import { router, type ServiceEnv } from '../http/router.ts'
import { submit } from './submission.ts'
import { groupBy, stateOf, surveyBy, surveyView } from './survey.queries.ts'

const SUBMISSIONS = { points: 60, seconds: 600 }

export function surveysRoutes(deps: Deps): Hono<ServiceEnv> {
  const { on, app } = router(deps)

  on(getSurvey)(async ({ params, language }) =>
    surveyView(deps, await surveyBy(deps, params.ref), language),
  )

  on(getSurveyState)(async ({ params, viewer }) =>
    stateOf(deps.db, await surveyBy(deps, params.ref), viewer.userId),
  )

  on(submitSurvey)(async ({ params, body, viewer }) => {
    await deps.limits.volume('survey', viewer.userId, SUBMISSIONS)
    await submit(deps, await surveyBy(deps, params.id), viewer.userId, body.votes)
    return { is_submitted: true as const }
  })

  on(getSurveyGroup)(async ({ params, language, viewer }) => {
    const { group, surveys } = await groupBy(deps, params.ref)
    const items = await Promise.all(
      surveys.map(async row => ({
        ...(await surveyView(deps, row, language)),
        state: await stateOf(deps.db, row, viewer.userId),
      })),
    )
    return { title: textOf(group, 'title', language), items }
  })

  return app
}
