/** What this very viewer sees of titles: the flags that a page for everybody cannot know. */
import { and, eq, inArray } from 'drizzle-orm'
import type { ConditionalProp } from '#src/contract/content.ts'
import type { Language } from '#src/contract/fields.ts'
import { type AccessContext, accessTo, type TitleAccess } from '../access/access.ts'
import { maxAgeOfViewer } from '../access/age-rating.ts'
import { accessError, accessFlags } from '../access/responses.ts'
import { absenceOf } from '../access/visible-content.ts'
import { bookmarks, votes } from '../db/schema/library.ts'
import type { Deps } from '../deps.ts'
import { NOT_STARTED, type WatchState, watchStates } from './progress.queries.ts'
import { isAwaited } from './reminders.ts'

export type AccessFlags = Omit<ConditionalProp, 'vote' | 'is_awaited'>

/** Ids that are not in the catalogue are left out; those above the profile's maxAge have that one mark. */
export async function accessFlagsOf(
  deps: Deps,
  ids: readonly string[],
  context: AccessContext,
): Promise<Record<string, AccessFlags>> {
  const profileId = context.viewer?.profile?.id
  const [access, bookmarked, states] = await Promise.all([
    accessTo(deps, ids, context),
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

/** @throws ApiError not_found, gone, content_is_age_restricted */
export async function conditionalProp(
  deps: Deps,
  id: string,
  context: AccessContext & { language: Language },
): Promise<ConditionalProp> {
  const profileId = context.viewer?.profile?.id
  const userId = context.viewer?.userId
  const [found, vote, is_awaited] = await Promise.all([
    accessFlagsOf(deps, [id], context),
    profileId ? voteOf(deps, id, profileId) : null,
    userId ? isAwaited(deps, id, userId) : false,
  ])
  const marks = Object.hasOwn(found, id) ? found[id] : undefined
  if (!marks) throw await absenceOf(deps, id)
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
  const rows = await deps.db
    .select({ contentId: bookmarks.contentId })
    .from(bookmarks)
    .where(and(eq(bookmarks.profileId, profileId), inArray(bookmarks.contentId, [...ids])))
  return new Set(rows.map(({ contentId }) => contentId))
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
