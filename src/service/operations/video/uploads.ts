/** Uploads of videos by members of the team: what may begin, where each one is, and how it ends. */
import { and, desc, eq, inArray, or, sql } from 'drizzle-orm'
import { DAY_MS } from '#src/lib/text/milliseconds.ts'
import { databaseError } from '../../platform/db/errors.ts'
import { translationColumns, translationsOf } from '../../platform/db/localized.ts'
import type { Queryable } from '../../platform/db/open.ts'
import { videoFiles } from '../../platform/db/schema/catalogue.ts'
import { contents } from '../../platform/db/schema/contents.ts'
import { type UPLOAD_KINDS, videoUploads } from '../../platform/db/schema/video-uploads.ts'
import type { Deps } from '../../platform/deps.ts'
import { newId } from '../../platform/ids.ts'
import { openFfmpeg } from '../../watching/ingest/ffmpeg.ts'
import { findVideoTitle } from '../../watching/ingest/find-content.ts'
import { IngestError } from '../../watching/ingest/ingest-error.ts'
import { recordAudit } from '../audit/audit.ts'
import {
  freeUploadBytes,
  GB,
  listUploadFiles,
  receivedBytes,
  removeUploadFile,
  uploadFolderId,
} from './upload-folder.ts'

export type UploadKind = (typeof UPLOAD_KINDS)[number]
export type Upload = typeof videoUploads.$inferSelect
/** The reason for which an upload cannot begin; the console translates these words. */
export type UploadRefusal = 'no_title' | 'too_large' | 'disk_full' | 'no_ffmpeg' | 'busy'
type Needed = Pick<Deps, 'db' | 'env' | 'now'>

const UNFINISHED = ['uploading', 'waiting', 'encoding'] as const
/** A failed file stays for this many days, so that it can be encoded again without another upload. */
const UPLOAD_DAYS = 7

const isUnfinished = inArray(videoUploads.state, [...UNFINISHED])

export type Wanted = { content: string; kind: UploadKind; bytes: number }

/** Returns the title, the stream that the upload would replace, and why the upload cannot begin. */
export async function checkUpload(deps: Needed, { content: name, kind, bytes }: Wanted) {
  const title = await findVideoTitle(deps.db, name).catch(error => {
    if (error instanceof IngestError) return null
    throw error
  })
  const limit = deps.env.UPLOAD_MAX_GB * GB
  const free = (await freeUploadBytes(deps)) - (await expectedBytes(deps))
  const state = { title, replaces: null as Replaced | null, limit, free: Math.max(0, free) }
  if (!title) return { ...state, refusal: 'no_title' as const }
  const replaces = await currentStream(deps.db, title.id, kind)
  const refusal = await refusalOf(deps, { contentId: title.id, kind, bytes, limit, free })
  return { ...state, replaces, refusal }
}

type Limits = { contentId: string; kind: UploadKind; bytes: number; limit: number; free: number }

async function refusalOf(
  { db, env }: Needed,
  { contentId, kind, bytes, limit, free }: Limits,
): Promise<UploadRefusal | null> {
  if (bytes > limit) return 'too_large'
  const same = and(eq(videoUploads.contentId, contentId), eq(videoUploads.kind, kind))
  if ((await db.$count(videoUploads, and(same, isUnfinished))) > 0) return 'busy'
  if (bytes > free) return 'disk_full'
  const hasFfmpeg = await openFfmpeg(env.FFMPEG_PATH)
    .run(['-version'])
    .then(
      () => true,
      () => false,
    )
  return hasFfmpeg ? null : 'no_ffmpeg'
}

type Replaced = { stream: string; seconds: number | null }

async function currentStream(
  db: Queryable,
  contentId: string,
  kind: UploadKind,
): Promise<Replaced | null> {
  const [row] = await db
    .select({ stream: videoFiles.stream, seconds: videoFiles.durationSeconds })
    .from(videoFiles)
    .where(and(eq(videoFiles.contentId, contentId), eq(videoFiles.kind, kind)))
  return row ?? null
}

/** Returns the bytes that uploads in progress will still write to this folder. */
async function expectedBytes(deps: Needed): Promise<number> {
  const folder = await uploadFolderId(deps)
  const rows = await deps.db
    .select({ id: videoUploads.id, bytes: videoUploads.bytes })
    .from(videoUploads)
    .where(and(eq(videoUploads.folder, folder), eq(videoUploads.state, 'uploading')))
  const left = rows.map(async ({ id, bytes }) => bytes - ((await receivedBytes(deps, id)) ?? 0))
  return (await Promise.all(left)).reduce((sum, each) => sum + each, 0)
}

type NewUpload = Wanted & { filename: string; actor: string }

/** Stores the row of a new upload; the file follows. */
export async function beginUpload(
  deps: Needed,
  given: NewUpload,
): Promise<{ id: string } | { refusal: UploadRefusal }> {
  const { title, refusal } = await checkUpload(deps, given)
  if (refusal || !title) return { refusal: refusal ?? 'no_title' }
  const { kind, bytes, filename, actor } = given
  const now = deps.now()
  const row = {
    id: newId(),
    contentId: title.id,
    kind,
    bytes,
    filename,
    actor,
    folder: await uploadFolderId(deps),
    createdAt: now,
    updatedAt: now,
  }
  try {
    await deps.db.transaction(async tx => {
      await tx.insert(videoUploads).values(row)
      await recordAudit(tx, {
        actor,
        action: 'video.upload',
        target: title.externalId ?? title.shortId,
        details: { upload: row.id, kind, filename, bytes },
      })
    })
  } catch (error) {
    // Another member began an upload for this title in the meantime.
    if (databaseError(error)?.constraint === 'video_uploads_one_at_a_time')
      return { refusal: 'busy' }
    throw error
  }
  return { id: row.id }
}

export async function findUpload(db: Queryable, id: string): Promise<Upload | null> {
  const [row] = await db.select().from(videoUploads).where(eq(videoUploads.id, id))
  return row ?? null
}

/** The name of the queue of a folder: only nodes with the folder can encode its files. */
export function encodeJob(folder: string): string {
  return `video.encode.${folder}`
}

type Queueing = Needed & Pick<Deps, 'jobs'>

/** Notes that bytes have arrived, and queues the encoding once all have. Repeating it does no harm. */
export async function noteReceived(deps: Queueing, upload: Upload): Promise<void> {
  const received = await receivedBytes(deps, upload.id)
  if (upload.state !== 'uploading' || received === null) return
  const own = and(eq(videoUploads.id, upload.id), eq(videoUploads.state, 'uploading'))
  const state = received === upload.bytes ? 'waiting' : 'uploading'
  const rows = await deps.db
    .update(videoUploads)
    .set({ state, updatedAt: deps.now() })
    .where(own)
    .returning({ id: videoUploads.id })
  if (state === 'waiting' && rows.length > 0) await queueEncoding(deps, upload)
}

async function queueEncoding({ jobs }: Queueing, { id, folder }: Pick<Upload, 'id' | 'folder'>) {
  await jobs.enqueue(encodeJob(folder), { upload: id }, { singletonKey: id })
}

/** Ends an upload or its encoding. A node that encodes it notices within seconds. Returns false if it had ended. */
export async function cancelUpload(deps: Needed, id: string): Promise<boolean> {
  const now = deps.now()
  const rows = await deps.db
    .update(videoUploads)
    .set({ state: 'cancelled', updatedAt: now, endedAt: now })
    .where(and(eq(videoUploads.id, id), isUnfinished))
    .returning({ id: videoUploads.id })
  return rows.length > 0
}

/** Encodes a failed file again. @returns why it cannot; null if it is queued */
export async function retryUpload(
  deps: Queueing,
  id: string,
): Promise<'not_failed' | 'file_gone' | 'busy' | null> {
  const upload = await findUpload(deps.db, id)
  if (upload?.state !== 'failed') return 'not_failed'
  const isHere = upload.folder === (await uploadFolderId(deps))
  if (isHere && (await receivedBytes(deps, id)) !== upload.bytes) return 'file_gone'
  try {
    await deps.db
      .update(videoUploads)
      .set({
        state: 'waiting',
        attempts: 0,
        share: 0,
        failure: null,
        detail: null,
        endedAt: null,
        updatedAt: deps.now(),
      })
      .where(and(eq(videoUploads.id, id), eq(videoUploads.state, 'failed')))
  } catch (error) {
    if (databaseError(error)?.constraint === 'video_uploads_one_at_a_time') return 'busy'
    throw error
  }
  await queueEncoding(deps, upload)
  return null
}

/** Returns uploads, newest first, of one title or of all. */
export async function listUploads(deps: Needed, content: string | null, most: number) {
  const rows = await deps.db
    .select({
      upload: videoUploads,
      name: sql<string>`coalesce(${contents.externalId}, ${contents.shortId})`,
      ...translationColumns(contents, 'title'),
    })
    .from(videoUploads)
    .innerJoin(contents, eq(contents.id, videoUploads.contentId))
    .where(
      content === null
        ? undefined
        : or(eq(contents.externalId, content), eq(contents.shortId, content)),
    )
    .orderBy(desc(videoUploads.createdAt), desc(videoUploads.id))
    .limit(most)
  return Promise.all(
    rows.map(async row => ({
      ...row.upload,
      name: row.name,
      title: translationsOf(row, 'title'),
      received:
        row.upload.state === 'uploading'
          ? ((await receivedBytes(deps, row.upload.id)) ?? 0)
          : row.upload.bytes,
    })),
  )
}

/** Removes files that no row needs any more, and queues files whose job was lost. */
export async function tidyUploads(deps: Queueing): Promise<void> {
  const folder = await uploadFolderId(deps)
  const rows = await deps.db
    .select()
    .from(videoUploads)
    .where(and(eq(videoUploads.folder, folder), or(isUnfinished, eq(videoUploads.state, 'failed'))))
  const since = deps.now().getTime() - UPLOAD_DAYS * DAY_MS
  const needed = rows.filter(row => row.updatedAt.getTime() > since || row.state === 'waiting')
  const ids = new Set(needed.map(({ id }) => id))
  for (const id of await listUploadFiles(deps)) if (!ids.has(id)) await removeUploadFile(deps, id)
  for (const upload of rows) {
    if (upload.state === 'uploading') await noteComplete(deps, upload)
    else if (upload.state !== 'failed') await queueEncoding(deps, upload)
  }
}

/** A node that was killed between the last byte and its row leaves a complete file that still counts as uploading. */
async function noteComplete(deps: Queueing, upload: Upload): Promise<void> {
  if ((await receivedBytes(deps, upload.id)) === upload.bytes) await noteReceived(deps, upload)
}
