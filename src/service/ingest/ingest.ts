/** Puts a video behind a title: encodes it once, stores it, then names the stream in the title's file. */

import { basename, join } from 'node:path'
import { and, eq, sql } from 'drizzle-orm'
import { DEFAULT_LANGUAGE } from '#src/contract/languages.ts'
import { createStreamStore, type StreamDescription } from '../adapters/media/stream-store.ts'
import { folderStore } from '../adapters/media-store/folder-store.ts'
import type { MediaStore } from '../adapters/media-store/media-store.ts'
import { sendFolder } from '../adapters/media-store/send-folder.ts'
import { bumpVersion } from '../catalogue/version-cache.ts'
import { textOf } from '../db/localized.ts'
import type { Database } from '../db/open.ts'
import { videoFiles } from '../db/schema/catalogue.ts'
import { contents } from '../db/schema/contents.ts'
import { newId } from '../ids.ts'
import { type Encoded, encode, isEncoded, removeEncoded, reopen } from './encode.ts'
import type { Ffmpeg } from './ffmpeg.ts'
import type { AudioCorrection, OmittedTrack } from './file-tracks.ts'
import { findContent } from './find-content.ts'
import { fingerprint, withOptions } from './fingerprint.ts'
import { verifyHevc } from './hevc.ts'
import { IngestError } from './ingest-error.ts'
import { withLock } from './ingest-lock.ts'
import { type Marks, verifyMarks } from './marks.ts'
import { durationOf, readAudioSource, readSource } from './source.ts'
import { listedCaptions, named } from './track-name.ts'
import { removeOtherWork } from './work.ts'

export interface Ingest {
  db: Database
  store: MediaStore
  /** A folder of this machine for encoded streams until they are stored. */
  workDir: string
  ffmpeg: Ffmpeg
  video: string
  /** external_id or short_id of the title or episode. */
  content: string
  kind: 'primary' | 'trailer' | 'preview'
  preset: string
  /** What the file does not say of its tracks of sound, or says wrongly. */
  audioCorrections?: readonly AudioCorrection[]
  /** Renditions in HEVC beside those in H.264. */
  hasHevc?: boolean
  /** Where they are given they stand before those of the import. */
  marks?: Marks
  /** Only finds the title, whether the video is there, and reads its tracks. */
  isDryRun?: boolean
  invalidate(tags: string[]): Promise<void>
  onProgress(share: number, phase: 'encode' | 'store'): void
  /** Hears in which encoding a file of captions was read. */
  onEncoding?: (file: string, encoding: string) => void
  /** Hears what ffmpeg says of damaged parts, and at about which second they are. */
  onDamage?: (text: string, seconds: number) => void
  /** Hears which tracks of the file are not taken. */
  onOmission?: (tracks: OmittedTrack[]) => void
  /** Hears what an interrupted run has finished: `480p`, `audio-fa`; `stream` is all of it. */
  onReuse?: (parts: string[]) => void
}

export interface Ingested {
  stream: string
  title: string
  /** The same video was encoded before. */
  wasThere: boolean
}

/** Running it again with the same video and title does the work once. @throws IngestError, FfmpegError, MediaStoreError */
export async function ingest(job: Ingest): Promise<Ingested> {
  const content = await findContent(job.db, job.content)
  const stream = await streamOf(content.shortId, job)
  const known = await createStreamStore(job.store).describe(stream)
  const title = textOf(content, 'title', DEFAULT_LANGUAGE) ?? content.shortId
  const hasMarks = job.marks?.intro != null || job.marks?.credits != null
  // Before the encoding, which takes hours.
  if (job.marks && hasMarks)
    verifyMarks(job.marks, known?.duration ?? durationOf(await job.ffmpeg.describe(job.video)))
  const isAudioBook = job.kind === 'primary' && content.flags.includes('audio_book')
  if (job.hasHevc && isAudioBook)
    throw new IngestError('--hevc is for pictures, and the title is an audio book.')
  if (job.hasHevc && !known) await verifyHevc(job.ffmpeg)
  if (!known && (job.isDryRun || job.audioCorrections?.length))
    await verifyTracks({ ...job, isAudioBook })
  if (job.isDryRun) return { stream, title, wasThere: known !== null }
  if (!known) {
    const folder = join(job.workDir, stream.replaceAll('/', '-'))
    const prefix = `titles-${content.shortId}-${job.kind}`
    await withLock(join(job.workDir, `${prefix}.lock`), async () => {
      await removeOtherWork(folder, `${prefix}-`)
      // Another run may have stored it since.
      const since = await createStreamStore(job.store).describe(stream)
      const made = since
        ? encodedBefore(since)
        : await encodeAndStore({ ...job, isAudioBook, folder }, stream)
      await nameStream(job, content.id, stream, made)
    })
  } else if (hasMarks || !(await isNamed(job.db, content.id, stream))) {
    await nameStream(job, content.id, stream, encodedBefore(known))
  } else return { stream, title, wasThere: true }
  await job.invalidate(['catalogue', `content:${content.id}`])
  return { stream, title, wasThere: known !== null }
}

/** What is encoded stays on this machine until all of it is stored: storing goes on where it was interrupted. */
async function encodeAndStore(
  job: Ingest & { isAudioBook: boolean; folder: string },
  stream: string,
): Promise<Encoded> {
  const { folder } = job
  const local = await createStreamStore(folderStore(job.workDir)).describe(basename(folder))
  const encoding = {
    ...job,
    onProgress: (share: number) => job.onProgress(share, 'encode'),
  }
  const isReady = local && (await isEncoded(job))
  if (isReady) job.onReuse?.(['stream'])
  else if (local) await reopen(folder)
  const made = isReady ? encodedBefore(local) : await encode(encoding)
  const onProgress = (done: number, total: number) => job.onProgress(done / total, 'store')
  await sendFolder({ store: job.store, folder, to: stream, onProgress })
  await removeEncoded(folder)
  return made
}

/** The names of its tracks are those of their languages and kinds. */
function encodedBefore(description: StreamDescription): Encoded {
  const byLanguage = (languages: string[]) => languages.map(language => ({ language }))
  const { audio, captions } = description.tracks ?? {
    audio: byLanguage(description.audio),
    captions: byLanguage(description.captions),
  }
  return { description, audio: audio.map(named), captions: captions.map(named) }
}

/** @throws SourceError */
async function verifyTracks(job: Ingest & { isAudioBook: boolean }): Promise<void> {
  const said = await job.ffmpeg.describe(job.video)
  const read = job.isAudioBook ? readAudioSource : readSource
  job.onOmission?.(read(said, job.audioCorrections).omitted)
}

type Named = Pick<Ingest, 'kind' | 'video' | 'audioCorrections' | 'hasHevc'>

/** The same video of a title is the same stream, and another one with other options. @throws IngestError */
export async function streamOf(shortId: string, job: Named): Promise<string> {
  const file = await fingerprint(job.video)
  const { audioCorrections: audio = [], hasHevc = false } = job
  const options = { ...(audio.length > 0 ? { audio } : {}), ...(hasHevc ? { hevc: true } : {}) }
  return `titles/${shortId}/${job.kind}-${withOptions(file, options)}`
}

async function isNamed(db: Database, contentId: string, stream: string) {
  const rows = await db
    .select({ id: videoFiles.id })
    .from(videoFiles)
    .where(and(eq(videoFiles.contentId, contentId), eq(videoFiles.stream, stream)))
  return rows.length > 0
}

const withPlayable = sql`case when 'playable' = any(${contents.flags}) then ${contents.flags}
  else array_append(${contents.flags}, 'playable') end`

/** The title, and the series and season it is an episode of. */
function withParents(contentId: string) {
  return sql`select unnest(array[part.id, part.series_id, part.season_id]) from contents part where part.id = ${contentId}`
}

/** Another cut of a film, beyond this, has other marks. */
const SAME_LENGTH_SECONDS = 2
const NO_MARKS = { introStart: null, introEnd: null, creditsAt: null, chapters: [] }

/** The row keeps its id, so that links and playback positions remain valid, and its marks where the new file is as long. */
export async function nameStream(
  { db, kind, marks }: Pick<Ingest, 'db' | 'kind' | 'marks'>,
  contentId: string,
  stream: string,
  made: Encoded,
): Promise<void> {
  const { description } = made
  const [before] = await db
    .select()
    .from(videoFiles)
    .where(and(eq(videoFiles.contentId, contentId), eq(videoFiles.kind, kind)))
  const difference = Math.abs((before?.durationSeconds ?? 0) - (description.duration ?? 0))
  const { introStart, introEnd, creditsAt, chapters } =
    before && difference <= SAME_LENGTH_SECONDS ? before : NO_MARKS
  const said = {
    stream,
    mode: description.kind,
    durationSeconds: description.duration,
    introStart: marks?.intro?.start ?? introStart,
    introEnd: marks?.intro?.end ?? introEnd,
    creditsAt: marks?.credits ?? creditsAt,
    chapters,
    audioTracks: made.audio,
    captions: listedCaptions(made.captions),
    storyboardPath: null,
    updatedAt: sql`now()`,
  }
  await db
    .insert(videoFiles)
    .values({ id: newId(), contentId, kind, ...said })
    .onConflictDoUpdate({ target: [videoFiles.contentId, videoFiles.kind], set: said })
  if (kind !== 'primary') return
  await db.transaction(async tx => {
    await tx
      .update(contents)
      .set({
        durationSeconds: Math.round(made.description.duration ?? 0),
        audioLanguages: made.description.audio,
        captionLanguages: made.description.captions,
      })
      .where(eq(contents.id, contentId))
    await tx
      .update(contents)
      .set({ flags: withPlayable, updatedAt: sql`now()` })
      .where(sql`${contents.id} in (${withParents(contentId)})`)
    // Cards show how long a film is, and lists are filtered by what can be played.
    await bumpVersion(tx)
  })
}
