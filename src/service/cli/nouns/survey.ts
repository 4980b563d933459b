import { asc } from 'drizzle-orm'
import { DEFAULT_LANGUAGE } from '#src/contract/languages.ts'
import { textOf } from '../../db/localized.ts'
import { surveys } from '../../db/schema/surveys.ts'
import { participantsOf, resultsOf, surveyBy } from '../../surveys/survey.queries.ts'
import {
  createSurvey,
  endSurvey,
  missingReferences,
  SurveyFile,
} from '../../surveys/survey-file.ts'
import { issueLines, readJson } from '../command.ts'
import { UsageError } from '../framework/errors.ts'
import { word } from '../framework/fields.ts'
import { action, type Noun } from '../framework/noun.ts'
import { line, names } from '../terminal.ts'

const ref = word('REF', 'as list shows it')

export default {
  summary: 'Surveys: what visitors vote on',
  actions: {
    create: action({
      summary: 'Makes a survey from a file; its format is told in docs/surveys.md',
      args: { file: word('FILE', 'JSON; - reads standard input') },
      effect: 'changes',
      run: async ({ deps }, { file }) => {
        const read = SurveyFile.safeParse(readJson(file))
        if (!read.success)
          throw new UsageError(`The survey is not right:\n${issueLines(read.error.issues)}`)
        const unknown = await missingReferences(deps, read.data)
        if (unknown.length > 0)
          throw new UsageError(
            `The catalogue has none of these: ${names(unknown)}. Nothing was made.`,
          )
        const { ref } = read.data
        if (!(await createSurvey(deps, read.data)))
          throw new UsageError(line`There is a survey ${ref} already; give this one another ref.`)
        await deps.invalidate(['home'])
        return {
          data: { ref },
          print: [line`/surveys/${ref} is there.`],
          audit: { target: ref },
        }
      },
    }),
    list: action({
      summary: 'Shows all surveys, the oldest first',
      effect: 'reads',
      run: async ({ deps }) => {
        const rows = await deps.db.select().from(surveys).orderBy(asc(surveys.startsAt))
        const shown = rows.map(({ ref, startsAt, endsAt, ...survey }) => ({
          ref,
          starts: startsAt,
          ends: endsAt,
          title: textOf(survey, 'title', DEFAULT_LANGUAGE),
        }))
        return {
          data: shown,
          print: [
            {
              columns: ['ref', 'starts', 'ends', 'title'].map(name => ({ name })),
              rows: shown.map(({ ref, starts, ends, title }) => [ref, starts, ends, title]),
            },
            `${rows.length} survey(s)`,
          ],
        }
      },
    }),
    end: action({
      summary: 'Ends a survey: nobody votes any more, the results are shown',
      args: { ref },
      effect: 'changes',
      run: async ({ deps }, { ref }) => {
        if (!(await endSurvey(deps, ref))) throw new UsageError(line`No survey ${ref} is open.`)
        await deps.invalidate(['home'])
        return {
          data: { ref, ended: true },
          print: [line`${ref} has ended; its results are shown.`],
          audit: { target: ref },
        }
      },
    }),
    results: action({
      summary: 'Shows the shares of the votes',
      args: { ref },
      effect: 'reads',
      run: async ({ deps }, { ref }) => {
        const survey = await surveyBy(deps, ref).catch(() => null)
        if (!survey) throw new UsageError(line`There is no survey ${ref}.`)
        const shares = await resultsOf(deps.db, survey.id)
        const participants = (await participantsOf(deps.db, survey.id)).map(participant => ({
          percent: shares.get(participant.id) ?? 0,
          title: textOf(participant, 'title', DEFAULT_LANGUAGE),
        }))
        return {
          data: participants,
          print: [
            {
              columns: [{ name: '%', align: 'end' }, { name: 'title' }],
              rows: participants.map(({ percent, title }) => [percent, title]),
            },
          ],
        }
      },
    }),
  },
} satisfies Noun
