/** Flags of titles that depend on the viewer, and that a cached page therefore lacks. */
import { and, eq, sql } from 'drizzle-orm'
import type { ConditionalProp } from '#src/contract/content.ts'
import type { Language } from '#src/contract/fields.ts'
import { type AccessContext, findAccess, type TitleAccess } from '../../accounts/access/access.ts'
import { accessError, accessFlags } from '../../accounts/access/responses.ts'
import { findAbsenceError } from '../../accounts/access/visible-content.ts'
import { preparedSql } from '../../platform/db/prepared.ts'
import { votes } from '../../platform/db/schema/library.ts'
import type { Deps } from '../../platform/deps.ts'
import { maxAgeOfViewer } from '../../platform/http/age-band.ts'
import { NOT_STARTED, type WatchState, watchStates } from './progress.queries.ts'
import { isAwaited } from './reminders.ts'

type AccessFlags = Omit<ConditionalProp, 'vote' | 'is_awaited'>

/** Returns flags by id. Unknown ids are left out; titles above the profile's maxAge have only that flag. */
export async function loadViewerFlags(
  deps: Deps,
  ids: readonly string[],
  context: AccessContext,
): Promise<Record<string, AccessFlags>> {
  const profileId = context.viewer?.profile?.id
  const [access, bookmarked, states] = await Promise.all([
    findAccess(deps, ids, context),
    profileId ? bookmarkedOf(deps, ids, profileId) : new Set<string>(),
    profileId
      ? watchStates(deps, ids, { profileId, maxAge: maxAgeOfViewer(context.viewer) })
      : new Map<string, WatchState>(),
  ])
  const marks = (id: string, found: TitleAccess): AccessFlags => {
    const conditional_flag = accessFlags(found)
    const access_reason = found.play
    if (found.see) return { conditional_flag, access_reason, ...NOT_STARTED }
    if (bookmarked.has(id)) conditional_flag.unshift('bookmark')
    return { conditional_flag, access_reason, ...(states.get(id) ?? NOT_STARTED) }
  }
  return Object.fromEntries([...access].map(([id, found]) => [id, marks(id, found)]))
}

/** Returns the flags of one title. @throws ApiError not_found, gone, content_is_age_restricted */
export async function conditionalProp(
  deps: Deps,
  id: string,
  context: AccessContext & { language: Language },
): Promise<ConditionalProp> {
  const profileId = context.viewer?.profile?.id
  const userId = context.viewer?.userId
  const [found, vote, is_awaited] = await Promise.all([
    loadViewerFlags(deps, [id], context),
    profileId ? voteOf(deps, id, profileId) : null,
    userId ? isAwaited(deps, id, userId) : false,
  ])
  const marks = Object.hasOwn(found, id) ? found[id] : undefined
  if (!marks) throw await findAbsenceError(deps, id)
  if (marks.access_reason === 'age_restricted')
    throw accessError(marks.access_reason, context.language)
  return { ...marks, vote, is_awaited }
}

async function bookmarkedOf(
  deps: Deps,
  ids: readonly string[],
  profileId: string,
): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const query = preparedSql<{ id: string }>(
    deps.db,
    'bookmarks among titles',
    () => sql`select content_id as id from bookmarks
      where profile_id = ${sql.placeholder('profileId')} and content_id = any(${sql.placeholder('ids')}::text[])`,
  )
  return new Set((await query.execute({ profileId, ids })).map(({ id }) => id))
}

async function voteOf(
  deps: Deps,
  contentId: string,
  profileId: string,
): Promise<ConditionalProp['vote']> {
  const [row] = await deps.db
    .select({ value: votes.value })
    .from(votes)
    .where(and(eq(votes.profileId, profileId), eq(votes.contentId, contentId)))
  if (!row) return null
  return row.value === 1 ? 'like' : 'dislike'
}
