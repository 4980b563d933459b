import { asc } from 'drizzle-orm'
import { DEFAULT_LANGUAGE, LANGUAGES } from '#src/contract/languages.ts'
import { counted } from '#src/lib/text/count.ts'
import { csvText } from '#src/lib/text/csv.ts'
import { textOf } from '../../db/localized.ts'
import { surveys } from '../../db/schema/surveys.ts'
import {
  createSurvey,
  endSurvey,
  missingReferences,
  SurveyFile,
} from '../../surveys/survey-file.ts'
import { surveyResults } from '../../surveys/survey-results.ts'
import { UsageError } from '../framework/errors.ts'
import { flag, word } from '../framework/fields.ts'
import { readInputFile } from '../framework/input-file.ts'
import { action, type Noun } from '../framework/noun.ts'
import { line } from '../terminal.ts'

const ref = word('REF', 'as list shows it')

export default {
  summary: 'Surveys: what visitors vote on',
  actions: {
    create: action({
      summary: 'Makes a survey from a file; its format is told in docs/surveys.md',
      args: { file: word('FILE', 'YAML or JSON; - reads standard input') },
      effect: 'changes',
      run: async ({ deps }, { file }) => {
        const { data, wrong } = readInputFile(file, SurveyFile)
        const missing = await missingReferences(deps, data)
        if (missing.length > 0)
          throw wrong(
            missing.map(({ path, name }) => ({
              path,
              message: line`the catalogue has no ${name}`,
            })),
          )
        const { ref } = data
        if (!(await createSurvey(deps, data)))
          throw wrong([{ path: ['ref'], message: 'is another survey already: choose another ref' }])
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
        const rows = await deps.db
          .select()
          .from(surveys)
          .orderBy(asc(surveys.startsAt), asc(surveys.id))
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
            counted(rows.length, 'survey'),
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
      summary: 'Shows the votes of each participant, the most first',
      args: { ref },
      options: { csv: flag('as CSV') },
      effect: 'reads',
      transaction: 'own',
      run: async ({ deps }, { ref, csv }) => {
        const found = await surveyResults(deps, ref)
        if (!found) throw new UsageError(line`There is no survey ${ref}.`)
        const rows = found.participants.map(({ position, votes, percent, titles }) => [
          position,
          votes,
          percent,
          ...LANGUAGES.map(language => titles[language]),
        ])
        if (csv) return { data: found, print: csvText(COLUMNS, rows).trimEnd().split('\r\n') }
        return {
          data: found,
          print: [
            {
              columns: COLUMNS.map((name, at) => ({ name, align: at < 3 ? 'end' : 'start' })),
              rows,
            },
            `${counted(found.votes, 'vote')} of ${counted(found.voters, 'voter')}`,
          ],
        }
      },
    }),
  },
} satisfies Noun

const COLUMNS = ['position', 'votes', 'percent', ...LANGUAGES]
