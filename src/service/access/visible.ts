/** A title by the name in an address, for calls that stand at a title and need no playback. */
import { eq, or, sql } from 'drizzle-orm'
import { prepared } from '../db/prepared.ts'
import { contents } from '../db/schema/catalogue.ts'
import type { Deps, Viewer } from '../deps.ts'
import { ApiError } from '../http/api-error.ts'
import { bandOfViewer } from './band.ts'
import { seeing } from './decision.ts'
import { effectiveAge } from './inherited.ts'
import { RESULT_OF } from './outcome.ts'

/**
 * The id of what `name` means, a short_id or an id.
 * @throws ApiError not_found, gone, content_is_age_restricted
 */
export async function visibleContent(
  deps: Deps,
  name: string,
  viewer: Viewer | null,
): Promise<string> {
  const row = present(await briefRow(deps, name))
  refuseUnseen(row.ageLimit, viewer)
  return row.id
}

/** @param ageLimit the effective one @throws ApiError content_is_age_restricted */
export function refuseUnseen(ageLimit: number | null, viewer: Viewer | null): void {
  const reason = seeing({ ageLimit }, { band: bandOfViewer(viewer) })
  if (reason) throw new ApiError(RESULT_OF[reason])
}

/** @throws ApiError not_found, gone */
export function present<Row extends { removedAt: Date | null }>(row: Row | undefined): Row {
  if (!row) throw new ApiError('not_found')
  if (row.removedAt) throw new ApiError('gone')
  return row
}

async function briefRow({ db }: Deps, name: string) {
  const { id, shortId, removedAt } = contents
  const query = prepared(db, 'a title in brief', handle =>
    handle
      .select({ id, removedAt, ageLimit: effectiveAge })
      .from(contents)
      .where(or(eq(shortId, sql.placeholder('name')), eq(id, sql.placeholder('name'))))
      .limit(1),
  )
  const [row] = await query.execute({ name })
  return row
}
