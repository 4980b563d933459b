import { endpoint } from '../endpoint.ts'

export const getSurvey = endpoint({
  name: 'getSurvey',
  method: 'GET',
  path: '/surveys/{ref}',
  access: 'anonymous',
})

export const getSurveyState = endpoint({
  name: 'getSurveyState',
  method: 'GET',
  path: '/surveys/{ref}/current-user',
  access: 'profile',
})

export const submitSurvey = endpoint({
  name: 'submitSurvey',
  method: 'POST',
  path: '/surveys/{ref}',
  access: 'profile',
  idempotent: true,
})

export const getSurveyGroup = endpoint({
  name: 'getSurveyGroup',
  method: 'GET',
  path: '/survey-groups/{ref}/current-user',
  access: 'profile',
})
