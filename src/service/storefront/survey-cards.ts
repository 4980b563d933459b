import { and, asc, gt, isNull, lte, or, sql } from 'drizzle-orm'
import type { Language } from '#src/contract/fields.ts'
import type { SurveyCard } from '#src/contract/pages.ts'
import { translatedText } from '../platform/db/localized.ts'
import { preparedQuery } from '../platform/db/prepared.ts'
import { surveys } from '../platform/db/schema/surveys.ts'
import type { Deps } from '../platform/deps.ts'

type Card = (typeof SurveyCard)['_output']

/** Returns the surveys that are open now. */
export async function listSurveyCards(deps: Deps, language: Language): Promise<Card[]> {
  const now = sql.placeholder('now')
  const open = preparedQuery(deps.db, 'open surveys', db =>
    db
      .select()
      .from(surveys)
      .where(and(lte(surveys.startsAt, now), or(isNull(surveys.endsAt), gt(surveys.endsAt, now))))
      .orderBy(asc(surveys.position), asc(surveys.id))
      .limit(12),
  )
  const rows = await open.execute({ now: deps.now() })
  return rows.map(row => ({
    id: row.id,
    ref: row.ref,
    title: translatedText(row, 'title', language),
    status: 'open' as const,
  }))
}
