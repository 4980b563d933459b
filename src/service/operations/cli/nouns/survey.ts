import { asc } from 'drizzle-orm'
import { DEFAULT_LANGUAGE, LANGUAGES } from '#src/contract/languages.ts'
import { counted } from '#src/lib/text/count.ts'
import { csvText } from '#src/lib/text/csv.ts'
import {
  createSurvey,
  endSurvey,
  findMissingSurveyReferences,
  pastEndProblem,
  SurveyFile,
} from '../../../community/surveys/survey-file.ts'
import { readSurveyResults } from '../../../community/surveys/survey-results.ts'
import { translatedText } from '../../../platform/db/localized.ts'
import { surveys } from '../../../platform/db/schema/surveys.ts'
import { UsageError } from '../framework/errors.ts'
import { fileField, flagField, textField } from '../framework/fields.ts'
import { readInputFile } from '../framework/input-file.ts'
import { defineAction, type Noun } from '../framework/noun.ts'
import { startColumns } from '../framework/table.ts'
import { line } from '../terminal.ts'

const ref = textField('REF', 'the ref that ./pardeh survey list shows')

export default {
  actions: {
    create: defineAction({
      summary: 'Creates a survey from a file; docs/surveys.md describes the format',
      args: { file: fileField('FILE', 'YAML or JSON; - reads standard input') },
      effect: 'changes',
      run: async ({ deps }, { file }) => {
        const { data, wrong } = readInputFile(file, SurveyFile)
        const pastEnd = pastEndProblem(data, await deps.databaseNow(deps.db))
        if (pastEnd) throw wrong([{ path: ['ends_at'], message: pastEnd }])
        const missing = await findMissingSurveyReferences(deps, data)
        if (missing.length > 0)
          throw wrong(
            missing.map(({ path, name }) => ({
              path,
              message: line`the catalogue does not contain ${name}`,
            })),
          )
        const { ref } = data
        if (!(await createSurvey(deps, data)))
          throw wrong([{ path: ['ref'], message: 'belongs to another survey. Choose another ref' }])
        await deps.invalidate(['home'])
        return {
          data: { ref },
          print: [line`The survey is at /surveys/${ref}.`],
          audit: { target: ref },
        }
      },
    }),
    list: defineAction({
      summary: 'Lists all surveys, oldest first',
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
          title: translatedText(survey, 'title', DEFAULT_LANGUAGE),
        }))
        return {
          data: shown,
          print: [
            {
              columns: startColumns('ref', 'starts', 'ends', 'title'),
              rows: shown.map(({ ref, starts, ends, title }) => [ref, starts, ends, title]),
            },
            counted(rows.length, 'survey'),
          ],
        }
      },
    }),
    end: defineAction({
      summary: 'Ends a survey: voting closes and the results are shown',
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
    results: defineAction({
      summary: 'Shows the votes for each participant, most votes first',
      args: { ref },
      options: { csv: flagField('prints CSV') },
      effect: 'reads',
      transaction: 'own',
      run: async ({ deps }, { ref, csv }) => {
        const found = await readSurveyResults(deps, ref)
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
