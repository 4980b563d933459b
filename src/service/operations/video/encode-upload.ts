/** Encodes an uploaded video with the ingest that `./pardeh ingest` runs, and notes its progress and its end in the row. */
import { join } from 'node:path'
import { and, eq, sql } from 'drizzle-orm'
import { HOUR_MS } from '#src/lib/text/milliseconds.ts'
import { MediaStoreError } from '../../platform/adapters/media-store/media-store.ts'
import { openMediaStore } from '../../platform/adapters/media-store/open-media-store.ts'
import { contents } from '../../platform/db/schema/contents.ts'
import { videoUploads } from '../../platform/db/schema/video-uploads.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Job, JobData } from '../../platform/jobs/jobs.ts'
import { FfmpegError, openFfmpeg } from '../../watching/ingest/ffmpeg.ts'
import { TitleNotFoundError } from '../../watching/ingest/find-content.ts'
import { ingestVideo } from '../../watching/ingest/ingest.ts'
import { IngestError, SourceError } from '../../watching/ingest/ingest-error.ts'
import { removeOtherWork } from '../../watching/ingest/work.ts'
import { recordAudit } from '../audit/audit.ts'
import { withRun } from '../jobs/command-runs.ts'
import { freeUploadBytes, removeUploadFile, uploadFolderId, uploadPath } from './upload-folder.ts'
import { encodeJob, findUpload, tidyUploads, type Upload } from './uploads.ts'

/** A file that ended its node this often is not tried again. */
const MOST_ATTEMPTS = 5
const BEAT_MS = 2_000
/** pg-boss allows a day at most. */
const EXPIRES_SECONDS = 23 * 3_600
const DETAIL_LENGTH = 300
const MOST_DAMAGES = 20

class Cancelled extends Error {}

export type EncodeData = JobData & { upload: string }

/** @param preset of x264; tests take a faster one */
export async function encodeUpload(
  deps: Deps,
  { data, signal }: Pick<Job<EncodeData>, 'data' | 'signal'>,
  preset = 'medium',
): Promise<void> {
  const upload = await beginEncoding(deps, data.upload)
  if (!upload) return
  const stopping = new AbortController()
  const halt = () => stopping.abort()
  signal.addEventListener('abort', halt)
  let share = upload.share
  // The row is also the message to this node that a member has cancelled.
  const beat = setInterval(() => {
    void noteProgress(deps, upload.id, share)
      .then(isWanted => (isWanted ? undefined : halt()))
      .catch(error => deps.log.warn({ err: error }, 'the progress was not written'))
  }, BEAT_MS)
  const ended = await ingest(deps, upload, {
    preset,
    signal: stopping.signal,
    onShare: done => {
      share = done
    },
  }).then(
    made => ({ made }),
    (error: unknown) => ({ error }),
  )
  clearInterval(beat)
  signal.removeEventListener('abort', halt)
  if ('made' in ended) return finish(deps, upload, ended.made)
  if ((await findUpload(deps.db, upload.id))?.state === 'cancelled') return discard(deps, upload)
  // Another attempt resumes what a stopping node has begun.
  if (signal.aborted) throw ended.error
  await fail(deps, upload, ended.error)
}

/** Takes the row for this attempt; null if there is nothing to encode. */
async function beginEncoding(deps: Deps, id: string): Promise<Upload | null> {
  const now = deps.now()
  const [upload] = await deps.db
    .update(videoUploads)
    .set({ state: 'encoding', attempts: sql`${videoUploads.attempts} + 1`, updatedAt: now })
    .where(and(eq(videoUploads.id, id), sql`${videoUploads.state} in ('waiting', 'encoding')`))
    .returning()
  if (!upload) return null
  if (upload.attempts <= MOST_ATTEMPTS) return upload
  await end(deps, upload, { state: 'failed', failure: 'lost' })
  return null
}

async function noteProgress({ db, now }: Deps, id: string, share: number): Promise<boolean> {
  const rows = await db
    .update(videoUploads)
    .set({ share, updatedAt: now() })
    .where(and(eq(videoUploads.id, id), eq(videoUploads.state, 'encoding')))
    .returning({ id: videoUploads.id })
  return rows.length > 0
}

type Running = { preset: string; signal: AbortSignal; onShare: (share: number) => void }

async function ingest(deps: Deps, upload: Upload, { preset, signal, onShare }: Running) {
  const { env, db, invalidate } = deps
  const { kind } = upload
  if ((await freeUploadBytes(deps)) < 0) throw new DiskFull()
  const content = await shortIdOf(deps, upload)
  const damages: { at: number; text: string }[] = []
  const onDamage = (text: string, at: number) => {
    if (damages.length < MOST_DAMAGES) damages.push({ at: Math.floor(at), text })
  }
  const run = { command: 'ingest', task: `${content} ${kind}`, isDryRun: false } as const
  const { stream, report } = await withRun(deps, run, count =>
    ingestVideo({
      db,
      invalidate,
      content,
      kind,
      preset,
      onDamage,
      store: openMediaStore(env, 'command'),
      workDir: join(env.DATA_DIR, 'ingest'),
      ffmpeg: openFfmpeg(env.FFMPEG_PATH, signal),
      video: uploadPath(deps, upload.id),
      onProgress(done, phase) {
        if (signal.aborted) throw new Cancelled()
        const share = (phase === 'encode' ? done : 1 + done) / 2
        count(share * 200, 200)
        onShare(share)
      },
    }),
  )
  return { stream, report: { ...report, damages } }
}

class DiskFull extends Error {}

async function shortIdOf({ db }: Deps, { contentId }: Upload): Promise<string> {
  const [row] = await db
    .select({ shortId: contents.shortId })
    .from(contents)
    .where(eq(contents.id, contentId))
  if (!row) throw new TitleNotFoundError('The title was deleted.')
  return row.shortId
}

type Made = { stream: string; report: Record<string, unknown> }

/** Notes the stream even if a member cancelled in the last second, because the title plays it. */
async function finish(deps: Deps, upload: Upload, { stream, report }: Made): Promise<void> {
  await end(deps, upload, { state: 'done', share: 1, stream, report })
  await removeUploadFile(deps, upload.id)
}

async function discard(deps: Deps, upload: Upload): Promise<void> {
  const shortId = await shortIdOf(deps, upload).catch(() => null)
  await removeUploadFile(deps, upload.id)
  if (!shortId) return
  const workDir = join(deps.env.DATA_DIR, 'ingest')
  await removeOtherWork(join(workDir, 'none'), `titles-${shortId}-${upload.kind}-`)
}

async function fail(deps: Deps, upload: Upload, error: unknown): Promise<void> {
  const isFull = error instanceof DiskFull || (await freeUploadBytes(deps)) < 0
  const failure = isFull ? 'disk_full' : failureOf(error)
  // Any other error may quote a row, so that only the log has it.
  if (failure === 'unknown') deps.log.error({ err: error }, 'an upload was not encoded')
  const isForPeople = failure !== 'unknown' && failure !== 'disk_full'
  const message = isForPeople ? (error as Error).message : null
  const detail = message?.replaceAll(upload.id, upload.filename).slice(-DETAIL_LENGTH) ?? null
  await end(deps, upload, { state: 'failed', failure, detail })
}

function failureOf(error: unknown): string {
  if (error instanceof SourceError) return error.reason
  if (error instanceof TitleNotFoundError) return 'no_title'
  if (error instanceof IngestError) return 'refused'
  if (error instanceof FfmpegError) return 'ffmpeg'
  return error instanceof MediaStoreError ? 'store' : 'unknown'
}

type Ending = Partial<Pick<Upload, 'share' | 'stream' | 'report' | 'failure' | 'detail'>> & {
  state: 'done' | 'failed'
}

async function end(deps: Deps, upload: Upload, ending: Ending): Promise<void> {
  const { id, actor, kind, filename, contentId } = upload
  const now = deps.now()
  await deps.db.transaction(async tx => {
    await tx
      .update(videoUploads)
      .set({ ...ending, updatedAt: now, endedAt: now })
      .where(eq(videoUploads.id, id))
    const [title] = await tx
      .select({ name: sql<string>`coalesce(${contents.externalId}, ${contents.shortId})` })
      .from(contents)
      .where(eq(contents.id, contentId))
    const { stream, failure } = ending
    await recordAudit(tx, {
      actor,
      action: ending.state === 'done' ? 'video.publish' : 'video.fail',
      target: title?.name ?? contentId,
      details: { upload: id, kind, filename, ...(stream ? { stream } : { failure }) },
    })
  })
}

/** Defines the queue of this node's folder. Nodes without the console have none. */
export async function registerVideoJobs(deps: Deps): Promise<void> {
  if (deps.env.STAFF_PORT === 0) return
  const name = encodeJob(await uploadFolderId(deps))
  deps.jobs.define<EncodeData>(name, job => encodeUpload(deps, job), {
    retries: 20,
    expireInSeconds: EXPIRES_SECONDS,
  })
}

/** Tidies the folder now and every hour. A node does it for its own files. */
export function keepUploadsTidy(deps: Deps): void {
  const tidy = () =>
    void tidyUploads(deps).catch(error => deps.log.warn({ err: error }, 'uploads were not tidied'))
  tidy()
  setInterval(tidy, HOUR_MS).unref()
}
