import { and, desc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { Comment } from '#src/contract/content.ts'
import type { Language } from '#src/contract/fields.ts'
import { LANGUAGES } from '#src/contract/languages.ts'
import { getT } from '#src/lib/i18n/i18n.ts'
import { toWire } from '#src/lib/text/tehran.ts'
import { maxAgeOfViewer, withinAge } from '../access/age-rating.ts'
import { storedCount } from '../db/list-counts.ts'
import { afterKey, type Page, pageFields, skipped } from '../db/page-key.ts'
import { commentReports, comments } from '../db/schema/comments.ts'
import { contents } from '../db/schema/contents.ts'
import { profiles } from '../db/schema/profiles.ts'
import type { Deps, Viewer } from '../deps.ts'
import { ApiError } from '../http/api-error.ts'
import { newId } from '../ids.ts'
import { avatarPath } from '../session/avatars.ts'
import { allHeldWords, firstHeld } from './held-words.ts'

const columns = {
  id: comments.id,
  text: comments.text,
  isSpoiler: comments.isSpoiler,
  createdAt: comments.createdAt,
  userId: comments.userId,
  name: profiles.name,
  avatar: profiles.avatar,
}
type Row = {
  id: string
  text: string
  isSpoiler: boolean
  createdAt: Date
  userId: string
  name: string | null
  avatar: string | null
  isReported?: boolean
}

/** How a list is read: by whom, in which language, from where. */
export type Reading = Page & { viewer: Viewer | null; language: Language }

/** Newest first; what moderators hid is not there. */
export async function commentPage({ db }: Deps, contentId: string, reading: Reading) {
  const shown = and(eq(comments.contentId, contentId), isNull(comments.hiddenAt))
  const newest = [desc(comments.createdAt), desc(comments.id)]
  const ids = db
    .select({ id: comments.id })
    .from(comments)
    .where(and(shown, afterKey(comments.createdAt, comments.id, reading)))
    .orderBy(...newest)
    .limit(reading.count)
    .offset(skipped(reading))
  const [rows, { rows: counted }] = await Promise.all([
    db
      .select({ ...columns, isReported: isReportedBy(reading.viewer) })
      .from(comments)
      .leftJoin(profiles, eq(profiles.id, comments.profileId))
      .where(inArray(comments.id, ids))
      .orderBy(...newest),
    db.execute<{ total: number }>(sql`select ${storedCount(contentId, 'comments')} as total`),
  ])
  const positions = rows.map(({ createdAt: at, id }) => ({ at, id }))
  return {
    items: rows.map(row => commentView(row, reading)),
    ...pageFields(positions, counted[0]?.total ?? 0, reading),
  }
}

/** The name of a profile, never a number; who deleted the profile stays without a name. */
function commentView(
  row: Row,
  { viewer, language }: Pick<Reading, 'viewer' | 'language'>,
): Comment {
  return {
    id: row.id,
    text: row.text,
    author: authorOf(row, language),
    avatar: avatarPath(row.avatar),
    created_at: toWire(row.createdAt),
    is_spoiler: row.isSpoiler,
    is_mine: viewer?.userId === row.userId,
    ...(row.isReported ? { is_reported: true } : {}),
  }
}

function isReportedBy(viewer: Viewer | null): SQL<boolean> {
  if (!viewer) return sql`false`
  return sql`exists (select from ${commentReports}
    where ${commentReports.commentId} = ${comments.id} and ${commentReports.userId} = ${viewer.userId})`
}

/** Who has left the first profile's name as it came, "Me", is nobody's me. */
function authorOf({ name }: Row, language: Language): string {
  const isNamed = name && LANGUAGES.every(each => getT(each)('profiles.defaultName') !== name)
  return isNamed ? name : getT(language)('library.comments.nobody')
}

export type NewComment = { contentId: string; text: string; isSpoiler: boolean }

/** One with a word of the team's list is held back until a moderator has read it. */
export async function insertComment(
  deps: Deps,
  viewer: Viewer,
  language: Language,
  { contentId, text, isSpoiler }: NewComment,
): Promise<Comment> {
  const id = newId()
  const { userId } = viewer
  const profileId = viewer.profile?.id ?? null
  const createdAt = deps.now()
  const heldFor = firstHeld(text, await allHeldWords(deps.db))
  const hiddenAt = heldFor ? createdAt : null
  await deps.db
    .insert(comments)
    .values({ id, contentId, userId, profileId, text, isSpoiler, createdAt, heldFor, hiddenAt })
  const [row] = await deps.db
    .select(columns)
    .from(comments)
    .leftJoin(profiles, eq(profiles.id, comments.profileId))
    .where(eq(comments.id, id))
  if (!row) throw new Error('no comment was written')
  return { ...commentView(row, { viewer, language }), ...(heldFor ? { is_held: true } : {}) }
}

/** Once a user; a comment that is gone, hidden or above the profile's maxAge cannot be reported. @throws ApiError not_found */
export async function reportComment(deps: Deps, id: string, viewer: Viewer): Promise<void> {
  const { userId } = viewer
  const [comment] = await deps.db
    .select({ id: comments.id })
    .from(comments)
    .innerJoin(contents, eq(contents.id, comments.contentId))
    .where(and(eq(comments.id, id), isNull(comments.hiddenAt), withinAge(maxAgeOfViewer(viewer))))
  if (!comment) throw new ApiError('not_found')
  await deps.db
    .insert(commentReports)
    .values({ commentId: id, userId, createdAt: deps.now() })
    .onConflictDoNothing()
}
