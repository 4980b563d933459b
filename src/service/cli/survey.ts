/** npm run survey: makes and ends surveys; the file is told in docs/surveys.md. */

import { parseArgs } from 'node:util'
import { asc } from 'drizzle-orm'
import { DEFAULT_LANGUAGE } from '#src/contract/languages.ts'
import { textOf } from '../db/localized.ts'
import { surveys } from '../db/schema/surveys.ts'
import { participantsOf, resultsOf, surveyBy } from '../surveys/survey.queries.ts'
import { createSurvey, endSurvey, missingReferences, SurveyFile } from '../surveys/survey-file.ts'
import { type CliDeps, command, issueLines, readJson, UsageError } from './command.ts'
import { line, names, row, say } from './terminal.ts'

const USAGE = `Usage: npm run survey -- create FILE.json     (the format: docs/surveys.md; - reads standard input)
       npm run survey -- list
       npm run survey -- end REF               nobody votes any more, the results are shown
       npm run survey -- results REF`

await command(async deps => {
  const [name, what = ''] = parseArgs({ allowPositionals: true }).positionals
  if (name === 'create' && what) return create(deps, what)
  if (name === 'list') return list(deps)
  if (name === 'end' && what) return end(deps, what)
  if (name === 'results' && what) return results(deps, what)
  throw new UsageError(USAGE)
})

async function create(deps: CliDeps, path: string): Promise<true> {
  const file = SurveyFile.safeParse(readJson(path))
  if (!file.success)
    throw new UsageError(`The survey is not right:\n${issueLines(file.error.issues)}`)
  const unknown = await missingReferences(deps, file.data)
  if (unknown.length > 0)
    throw new UsageError(`The catalogue has none of these: ${names(unknown)}. Nothing was made.`)
  if (!(await createSurvey(deps, file.data)))
    throw new UsageError(
      line`There is a survey ${file.data.ref} already; give this one another ref.`,
    )
  await deps.invalidate(['home'])
  return say(line`/surveys/${file.data.ref} is there.`)
}

async function list({ db }: CliDeps): Promise<true> {
  const rows = await db.select().from(surveys).orderBy(asc(surveys.startsAt))
  for (const { ref, startsAt, endsAt, ...survey } of rows)
    say(
      row(
        ref,
        `${startsAt.toISOString()} – ${endsAt?.toISOString() ?? '…'}`,
        textOf(survey, 'title', DEFAULT_LANGUAGE),
      ),
    )
  return say(`${rows.length} survey(s)`)
}

async function end(deps: CliDeps, ref: string): Promise<true> {
  if (!(await endSurvey(deps, ref))) throw new UsageError(line`No survey ${ref} is open.`)
  await deps.invalidate(['home'])
  return say(line`${ref} has ended; its results are shown.`)
}

async function results(deps: CliDeps, ref: string): Promise<true> {
  const survey = await surveyBy(deps, ref).catch(() => null)
  if (!survey) throw new UsageError(line`There is no survey ${ref}.`)
  const shares = await resultsOf(deps.db, survey.id)
  for (const participant of await participantsOf(deps.db, survey.id)) {
    const share = String(shares.get(participant.id) ?? 0).padStart(5)
    say(row(`${share}%`, textOf(participant, 'title', DEFAULT_LANGUAGE)))
  }
  return true
}
