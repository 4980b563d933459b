/** Finds a title by the id in a URL, for calls that need no playback, and checks that the viewer may see it. */
import { eq, or, sql } from 'drizzle-orm'
import { preparedQuery } from '../../platform/db/prepared.ts'
import { contents } from '../../platform/db/schema/contents.ts'
import type { Deps, Viewer } from '../../platform/deps.ts'
import { maxAgeOfViewer } from '../../platform/http/age-band.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { isAgeAllowed } from './age-rating.ts'
import { catalogueStateOf, type Existence, existenceColumns } from './in-time.ts'
import { effectiveAge } from './inherited.ts'
import { ERROR_CODES } from './responses.ts'

/**
 * Returns the id of a title.
 * @param idOrShortId an id or a short_id, as in URLs
 * @throws ApiError not_found, gone, content_is_age_restricted
 */
export async function requireVisibleContent(
  deps: Deps,
  idOrShortId: string,
  viewer: Viewer | null,
): Promise<string> {
  return requireContentWithin(deps, idOrShortId, maxAgeOfViewer(viewer))
}

/**
 * Does the same as `requireVisibleContent` for endpoints that depend only on `maxAge`. @throws ApiError not_found, gone,
 * content_is_age_restricted
 */
export async function requireContentWithin(
  deps: Deps,
  idOrShortId: string,
  maxAge: number | null,
): Promise<string> {
  const row = requireExisting(await findBrief(deps, idOrShortId), deps.now())
  requireAgeAllowed(row.ageLimit, maxAge)
  return row.id
}

/** @param ageLimit the effective age rating @throws ApiError content_is_age_restricted */
export function requireAgeAllowed(ageLimit: number | null, maxAge: number | null): void {
  if (!isAgeAllowed(ageLimit, maxAge)) throw new ApiError(ERROR_CODES.age_restricted)
}

/** @throws ApiError not_found, gone */
export function requireExisting<Row extends Existence>(row: Row | undefined, now: Date): Row {
  const existence = row ? catalogueStateOf(row, now) : 'to_come'
  if (!row || existence === 'to_come') throw new ApiError('not_found')
  if (existence === 'gone') throw new ApiError('gone')
  return row
}

/** Returns the error for a title that is not in the catalogue: gone, or not found. */
export async function findAbsenceError(deps: Deps, id: string): Promise<ApiError> {
  const row = await findBrief(deps, id)
  const isGone = row && catalogueStateOf(row, deps.now()) === 'gone'
  return new ApiError(isGone ? 'gone' : 'not_found')
}

async function findBrief({ db }: Deps, name: string) {
  const { id, shortId } = contents
  const query = preparedQuery(db, 'id and age rating of a title', handle =>
    handle
      .select({ id, ...existenceColumns, ageLimit: effectiveAge })
      .from(contents)
      .where(or(eq(shortId, sql.placeholder('name')), eq(id, sql.placeholder('name'))))
      .limit(1),
  )
  const [row] = await query.execute({ name })
  return row
}
