import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  getSurvey,
  getSurveyGroup,
  getSurveyState,
  submitSurvey,
} from '#src/contract/endpoints/surveys.ts'
import type { Survey } from '#src/contract/surveys.ts'
import { toFailure } from '#src/lib/api/failure.ts'
import { createSurvey, endSurvey, SurveyFile } from '#src/service/community/surveys/survey-file.ts'
import { surveySubmissions, surveyVotes } from '#src/service/platform/db/schema/surveys.ts'
import { aUser, type Person } from '#tests/support/people.ts'
import { startTestService, type TestService } from '#tests/support/service.ts'

let service: TestService
let survey: Survey
let count = 0
const NAMES = ['یک', 'دو', 'سه', 'چهار']

beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())
beforeEach(async () => {
  survey = await aSurvey()
})

async function aSurvey(said: Partial<SurveyFile> = {}): Promise<Survey> {
  const ref = `best-${++count}`
  const file = SurveyFile.parse({
    ref,
    title: { fa: 'بهترین بازیگر', en: 'Best actor' },
    votes_total: 6,
    votes_per_item: 3,
    min_item: 2,
    participants: NAMES.map(name => ({ title: { fa: name, en: name } })),
    ...said,
  })
  expect(await createSurvey(service.deps, file)).toBe(true)
  return service.api(getSurvey, { params: { ref } })
}

const votes = (...counts: number[]) =>
  counts.flatMap((each, index) =>
    each > 0 ? [{ participant_id: survey.participants[index]?.id ?? '', count: each }] : [],
  )
const vote = ({ api }: Pick<Person, 'api'>, ...counts: number[]) =>
  api(submitSurvey, { params: { ref: survey.id }, body: { votes: votes(...counts) } })
const apiError = (work: Promise<unknown>) => work.then(() => null, toFailure)

describe('the allowances', () => {
  test('cover the total of votes, the maximum per participant and the minimum of participants', async () => {
    const person = await aUser(service)
    const limits: Array<[number[], unknown]> = [
      [[3, 3, 1], 'surveys.limit.allUsed'],
      [[4, 1], 'surveys.limit.perItem'],
      [[3], ['surveys.limit.minParticipants', { count: 2 }]],
      [[], ['surveys.limit.minParticipants', { count: 2 }]],
    ]
    for (const [counts, limit] of limits) {
      expect(await apiError(vote(person, ...counts))).toMatchObject({
        result: 'vote_limit',
        errors: { votes: limit },
      })
    }
    expect(await person.api(getSurveyState, { params: { ref: survey.ref } })).toEqual({
      is_submitted: false,
      remaining: 6,
      votes: [],
    })
    expect(await vote(person, 3, 2)).toEqual({ is_submitted: true })
    const state = await person.api(getSurveyState, { params: { ref: survey.ref } })
    expect(state).toMatchObject({ is_submitted: true, remaining: 1 })
    expect(state.votes).toHaveLength(2)
  })

  test('refuse a repeated participant, one of another survey, and a count below one', async () => {
    const person = await aUser(service)
    const [first] = votes(1)
    const other = await aSurvey()
    const wrong = [
      [first, first],
      [first, { participant_id: other.participants[0]?.id ?? '', count: 1 }],
      [{ ...first, count: 0 }, ...votes(0, 1)],
      [{ ...first, count: 1.5 }, ...votes(0, 1)],
    ]
    for (const body of wrong) {
      const sent = person.api(submitSurvey, {
        params: { ref: survey.id },
        body: { votes: body as ReturnType<typeof votes> },
      })
      expect(await apiError(sent)).toMatchObject({ status: 422, result: 'validation_error' })
    }
  })
})

test('count 32 concurrent submissions once', async () => {
  const person = await aUser(service)
  const results = await Promise.all(Array.from({ length: 32 }, () => apiError(vote(person, 3, 3))))
  expect(results.filter(result => result === null)).toHaveLength(1)
  for (const result of results)
    if (result) expect(result).toMatchObject({ result: 'already_voted' })
  const rows = await service.deps.db
    .select()
    .from(surveyVotes)
    .where(eq(surveyVotes.surveyId, survey.id))
  expect(rows.reduce((sum, row) => sum + row.count, 0)).toBe(6)
})

test('are never exceeded by many concurrent users, and each user counts once', async () => {
  const people = await Promise.all(Array.from({ length: 8 }, () => aUser(service)))
  await Promise.all(
    people.flatMap(each => [vote(each, 2, 2), vote(each, 1, 1), vote(each, 3, 3, 3)].map(apiError)),
  )
  const submissions = await service.deps.db
    .select()
    .from(surveySubmissions)
    .where(eq(surveySubmissions.surveyId, survey.id))
  expect(submissions).toHaveLength(8)
  const given = await service.deps.db
    .select()
    .from(surveyVotes)
    .where(eq(surveyVotes.surveyId, survey.id))
  for (const { id } of submissions) {
    const counts = given.filter(vote => vote.submissionId === id).map(({ count }) => count)
    expect(['2,2', '1,1']).toContain(counts.join())
  }
})

test('voting requires login', async () => {
  expect(await apiError(vote({ api: service.api }, 1, 1))).toMatchObject({ status: 401 })
})

test('after the end no votes are accepted and the results are shown, which before it are hidden', async () => {
  const [one, two] = [await aUser(service), await aUser(service)]
  await vote(one, 3, 1)
  await vote(two, 2, 2)
  const params = { ref: survey.ref }
  const open = await service.api(getSurvey, { params })
  expect(open.participants.map(({ result_percent }) => result_percent)).toEqual([
    null,
    null,
    null,
    null,
  ])
  service.clock.advance({ minutes: 5 })
  expect(await endSurvey(service.deps, survey.ref)).toBe(true)
  const late = await aUser(service)
  expect(await apiError(vote(late, 1, 1))).toMatchObject({ status: 410 })
  const ended = await service.api(getSurvey, { params })
  expect(ended.status).toBe('ended')
  expect(await endSurvey(service.deps, survey.ref)).toBe(false)
  expect(ended.participants.map(({ result_percent }) => result_percent)).toEqual([62.5, 37.5, 0, 0])
})

test('a survey that has not begun is hidden, and one with the same ref is not created again', async () => {
  const ref = 'later'
  const file = SurveyFile.parse({
    ref,
    title: { fa: 'بعدی', en: 'Next' },
    votes_total: 1,
    votes_per_item: 1,
    starts_at: new Date(service.deps.now().getTime() + 86_400_000).toISOString(),
    participants: NAMES.map(name => ({ title: { fa: name, en: name } })),
  })
  expect(await createSurvey(service.deps, file)).toBe(true)
  expect(await createSurvey(service.deps, file)).toBe(false)
  const premature = service.api(getSurvey, { params: { ref } })
  expect(await apiError(premature)).toMatchObject({ status: 404 })
  expect(await endSurvey(service.deps, ref)).toBe(false)
  service.clock.advance({ days: 2 })
  expect((await service.api(getSurvey, { params: { ref } })).status).toBe('open')
})

test('a group shows its surveys in order, each with the votes of the user', async () => {
  const group = { ref: `group-${count}`, title: { fa: 'جشنواره', en: 'Festival' } }
  await aSurvey({ group, position: 2 })
  survey = await aSurvey({ group, position: 1 })
  const person = await aUser(service)
  await vote(person, 1, 1)
  const { title, items } = await person.api(getSurveyGroup, { params: { ref: group.ref } })
  expect(title).toBe('جشنواره')
  expect(items.map(({ ref }) => ref)).toEqual([survey.ref, `best-${count - 1}`])
  expect(items.map(({ state }) => state.is_submitted)).toEqual([true, false])
})

test('each error in a file is reported', () => {
  const file = {
    ref: 'Not A Ref',
    title: { fa: 'عنوان', en: 'Title' },
    votes_total: 2,
    votes_per_item: 3,
    participants: [],
  }
  expect(SurveyFile.safeParse(file).error?.issues.length).toBeGreaterThan(1)
})
