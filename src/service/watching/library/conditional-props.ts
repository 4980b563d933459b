/** Flags of titles that depend on the viewer, and that a cached page therefore lacks. */
import { type SQL, sql } from 'drizzle-orm'
import type { ConditionalProp } from '#src/contract/content.ts'
import type { Language } from '#src/contract/fields.ts'
import { MARKS_MAX } from '#src/contract/limits.ts'
import { type AccessContext, findAccess, type TitleAccess } from '../../accounts/access/access.ts'
import { accessError, accessFlags } from '../../accounts/access/responses.ts'
import { findAbsenceError } from '../../accounts/access/visible-content.ts'
import {
  entitlementColumns,
  type UserEntitlements,
} from '../../commerce/entitlements/entitlements.ts'
import type { Deps } from '../../platform/deps.ts'
import { maxAgeOfViewer } from '../../platform/http/age-band.ts'
import type { SessionRead } from '../../platform/http/session-read.ts'
import { NOT_STARTED, type WatchState, watchStates } from './progress.queries.ts'

type AccessFlags = Omit<ConditionalProp, 'vote' | 'is_awaited'>

/** The bookmarks of the caller's profile among the titles, and the entitlements of its user. */
type OwnedMarks = UserEntitlements & { bookmarked: string[] }
type OwnedMarksOfTitle = OwnedMarks & { vote: number | null; isAwaited: boolean }

function ownedMarks(isOneOf: (id: SQL) => SQL): SQL {
  return sql`${entitlementColumns(sql`caller.user_id`, sql`${sql.placeholder('now')}::timestamptz`)},
    array(select b.content_id from bookmarks b
      where b.profile_id = caller.profile_id and ${isOneOf(sql`b.content_id`)}) as bookmarked`
}

/** Reads the marks of the titles whose `ids` are in the body. */
export const OWNED_MARKS: SessionRead<OwnedMarks> = {
  name: 'session with marks of titles',
  isOfCaller: true,
  row: () => sql`select ${ownedMarks(id => sql`${id} = any(${sql.placeholder('ids')}::text[])`)}`,
  values: ({ body, now }) => ({ ids: idsOf(body), now }),
}

/** Reads the marks of the title whose `id` is in the path. */
export const OWNED_MARKS_OF_TITLE: SessionRead<OwnedMarksOfTitle> = {
  name: 'session with marks of a title',
  isOfCaller: true,
  row: () => {
    const id = sql.placeholder('contentId')
    return sql`select ${ownedMarks(of => sql`${of} = ${id}`)},
      (select v.value from votes v where v.profile_id = caller.profile_id and v.content_id = ${id}) as vote,
      exists (select from content_reminders r where r.user_id = caller.user_id and r.content_id = ${id}) as "isAwaited"`
  },
  values: ({ params, now }) => ({ contentId: params.id, now }),
}

/** Returns the ids of a body that has not been checked yet. */
function idsOf(body: unknown): string[] {
  const ids = body !== null && typeof body === 'object' && 'ids' in body ? body.ids : []
  return Array.isArray(ids)
    ? ids.slice(0, MARKS_MAX).filter(id => typeof id === 'string' && !id.includes('\0'))
    : []
}

/**
 * Returns flags by id. Unknown ids are left out; titles above the profile's maxAge have only that flag.
 * @param owned the row of OWNED_MARKS; null for a visitor
 */
export async function loadViewerFlags(
  deps: Deps,
  ids: readonly string[],
  context: AccessContext,
  owned: OwnedMarks | null,
): Promise<Record<string, AccessFlags>> {
  const profileId = context.viewer?.profile?.id
  const bookmarked = new Set(profileId ? owned?.bookmarked : [])
  const [access, states] = await Promise.all([
    findAccess(deps, ids, context, owned),
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
  owned: OwnedMarksOfTitle | null,
): Promise<ConditionalProp> {
  const found = await loadViewerFlags(deps, [id], context, owned)
  const marks = Object.hasOwn(found, id) ? found[id] : undefined
  if (!marks) throw await findAbsenceError(deps, id)
  if (marks.access_reason === 'age_restricted')
    throw accessError(marks.access_reason, context.language)
  const vote = context.viewer?.profile ? voteOf(owned?.vote) : null
  return { ...marks, vote, is_awaited: owned?.isAwaited ?? false }
}

function voteOf(value: number | null | undefined): ConditionalProp['vote'] {
  if (!value) return null
  return value === 1 ? 'like' : 'dislike'
}
