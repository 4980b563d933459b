import { and, desc, eq, inArray, isNull, type Placeholder, type SQL, sql } from 'drizzle-orm'
import type { Comment } from '#src/contract/content.ts'
import type { Language } from '#src/contract/fields.ts'
import { LANGUAGES } from '#src/contract/languages.ts'
import { getT } from '#src/lib/i18n/i18n.ts'
import { toWire } from '#src/lib/text/tehran.ts'
import { isWithinAge } from '../../accounts/access/age-rating.ts'
import { avatarPath } from '../../accounts/session/avatars.ts'
import { storedCount } from '../../platform/db/list-counts.ts'
import type { Database } from '../../platform/db/open.ts'
import {
  afterKeyParameter,
  type Page,
  pageFields,
  pageParameters,
} from '../../platform/db/page-key.ts'
import { preparedQuery, preparedSql } from '../../platform/db/prepared.ts'
import { commentReports, comments } from '../../platform/db/schema/comments.ts'
import { contents } from '../../platform/db/schema/contents.ts'
import { profiles } from '../../platform/db/schema/profiles.ts'
import type { Deps, Viewer } from '../../platform/deps.ts'
import { maxAgeOfViewer } from '../../platform/http/age-band.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { newId } from '../../platform/ids.ts'
import { findHeldWord, listHeldWords } from './held-words.ts'

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

/** The viewer, the language and the page of a list. */
export type Reading = Page & { viewer: Viewer | null; language: Language }

/** Returns the newest comments first, without hidden ones. */
export async function readCommentPage({ db }: Deps, contentId: string, reading: Reading) {
  const count = preparedSql<{ total: number }>(
    db,
    'number of comments of a title',
    () => sql`select ${storedCount(sql.placeholder('contentId'), 'comments')} as total`,
  )
  const values = { contentId, readerId: reading.viewer?.userId ?? null, ...pageParameters(reading) }
  const [rows, counted] = await Promise.all([
    preparedQuery(db, 'comments of a title', selectPage).execute(values),
    count.execute({ contentId }),
  ])
  const positions = rows.map(({ createdAt: at, id }) => ({ at, id }))
  return {
    items: rows.map(row => commentView(row, reading)),
    ...pageFields(positions, counted[0]?.total ?? 0, reading),
  }
}

function selectPage(db: Database) {
  const newest = [desc(comments.createdAt), desc(comments.id)]
  const ids = db
    .select({ id: comments.id })
    .from(comments)
    .where(
      and(
        eq(comments.contentId, sql.placeholder('contentId')),
        isNull(comments.hiddenAt),
        afterKeyParameter(comments.createdAt, comments.id),
      ),
    )
    .orderBy(...newest)
    .limit(sql.placeholder('count'))
    .offset(sql.placeholder('skipped'))
  return db
    .select({ ...columns, isReported: isReportedBy(sql.placeholder('readerId')) })
    .from(comments)
    .leftJoin(profiles, eq(profiles.id, comments.profileId))
    .where(inArray(comments.id, ids))
    .orderBy(...newest)
}

/** Shows the name of a profile, never a number. If the profile was deleted, the comment has no name. */
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

/** @param userId of the reader; null for a visitor, who has reported nothing */
function isReportedBy(userId: Placeholder): SQL<boolean> {
  return sql<boolean>`exists (select from ${commentReports}
    where ${commentReports.commentId} = ${comments.id} and ${commentReports.userId} = ${userId})`
}

/** Returns the author's name. The default name of a first profile, "Me", makes no sense to other readers. */
function authorOf({ name }: Row, language: Language): string {
  const isNamed = name && LANGUAGES.every(each => getT(each)('profiles.defaultName') !== name)
  return isNamed ? name : getT(language)('library.comments.nobody')
}

export type NewComment = { contentId: string; text: string; isSpoiler: boolean }

/** Inserts a comment. A comment with a word on the team's list is held back until a moderator has read it. */
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
  const heldFor = findHeldWord(text, await listHeldWords(deps.db))
  const hiddenAt = heldFor ? createdAt : null
  await deps.db
    .insert(comments)
    .values({ id, contentId, userId, profileId, text, isSpoiler, createdAt, heldFor, hiddenAt })
  const [row] = await deps.db
    .select(columns)
    .from(comments)
    .leftJoin(profiles, eq(profiles.id, comments.profileId))
    .where(eq(comments.id, id))
  if (!row) throw new Error('the comment was not inserted')
  return { ...commentView(row, { viewer, language }), ...(heldFor ? { is_held: true } : {}) }
}

/**
 * Reports a comment, once per user. A comment that is deleted, hidden or above the profile's maxAge cannot be reported. @throws ApiError
 * not_found
 */
export async function insertReport(deps: Deps, id: string, viewer: Viewer): Promise<void> {
  const { userId } = viewer
  const [comment] = await deps.db
    .select({ id: comments.id })
    .from(comments)
    .innerJoin(contents, eq(contents.id, comments.contentId))
    .where(and(eq(comments.id, id), isNull(comments.hiddenAt), isWithinAge(maxAgeOfViewer(viewer))))
  if (!comment) throw new ApiError('not_found')
  await deps.db
    .insert(commentReports)
    .values({ commentId: id, userId, createdAt: deps.now() })
    .onConflictDoNothing()
}
