/** Adds a video to a title: encodes it once, stores it, then names the stream in the title's file row. */

import { basename, join } from 'node:path'
import { and, eq, sql } from 'drizzle-orm'
import { DEFAULT_LANGUAGE } from '#src/contract/languages.ts'
import { bumpVersion } from '../../catalogue/titles/catalogue-cache.ts'
import { ADVERT_FOLDER } from '../../platform/adapters/media/advert-streams.ts'
import {
  createStreamStore,
  type StreamDescription,
} from '../../platform/adapters/media/stream-store.ts'
import { folderStore } from '../../platform/adapters/media-store/folder-store.ts'
import type { MediaStore } from '../../platform/adapters/media-store/media-store.ts'
import { sendFolder } from '../../platform/adapters/media-store/send-folder.ts'
import { translatedText } from '../../platform/db/localized.ts'
import type { Database } from '../../platform/db/open.ts'
import { videoFiles } from '../../platform/db/schema/catalogue.ts'
import { contents } from '../../platform/db/schema/contents.ts'
import { newId } from '../../platform/ids.ts'
import { findCaptions } from './captions.ts'
import { type Encoded, encodeVideo, isEncoded, removeEncoded, reopenEncoded } from './encode.ts'
import type { Ffmpeg } from './ffmpeg.ts'
import type { AudioCorrection } from './file-tracks.ts'
import { findVideoTitle } from './find-content.ts'
import { fingerprintFile, fingerprintWithOptions } from './fingerprint.ts'
import { verifyHevc } from './hevc.ts'
import { IngestError } from './ingest-error.ts'
import { withIngestLock } from './ingest-lock.ts'
import { EMPTY_REPORT, IngestReport, reportBook, reportFilm } from './ingest-report.ts'
import { type Marks, verifyMarks } from './marks.ts'
import { type ProbedFile, probeFile } from './probe.ts'
import { readAudioSource, readSource } from './source.ts'
import { describeTrack, selectableCaptions } from './track-name.ts'
import { removeOtherWork } from './work.ts'

export interface Ingest {
  db: Database
  store: MediaStore
  /** Folder on this machine for encoded streams until they are stored. */
  workDir: string
  ffmpeg: Ffmpeg
  video: string
  /** external_id or short_id of the title or episode. */
  content: string
  kind: 'primary' | 'trailer' | 'preview'
  preset: string
  /** Corrections for audio tracks that the file describes wrongly or not at all. */
  audioCorrections?: readonly AudioCorrection[]
  /** True for HEVC renditions in addition to H.264. */
  hasHevc?: boolean
  /** If given, they take precedence over those of the import. */
  marks?: Marks
  /** Only finds the title, checks that the video exists and reads its tracks. */
  isDryRun?: boolean
  invalidate(tags: string[]): Promise<void>
  onProgress(share: number, phase: 'encode' | 'store'): void
  /** Called with the encoding of each caption file. */
  onEncoding?: (file: string, encoding: string) => void
  /** Called with ffmpeg's messages about damaged parts and their approximate second. */
  onDamage?: (text: string, seconds: number) => void
  /** Called with what an interrupted run finished: `480p`, `audio-fa`; `stream` means all of it. */
  onReuse?: (parts: string[]) => void
}

interface Ingested {
  stream: string
  title: string
  /** True if the same video was encoded before. */
  wasThere: boolean
  /** What is used of the file and of the captions next to it, and what is not. */
  report: IngestReport
}

/**
 * Ingests a video. A second run with the same video and title does not repeat the work.
 * @throws IngestError, FfmpegError, MediaStoreError
 */
export async function ingestVideo(job: Ingest): Promise<Ingested> {
  const content = await findVideoTitle(job.db, job.content)
  const stream = await ingestedStreamKey(content.shortId, job)
  const known = await createStreamStore(job.store).describe(stream)
  const title = translatedText(content, 'title', DEFAULT_LANGUAGE) ?? content.shortId
  const isAudioBook = job.kind === 'primary' && content.flags.includes('audio_book')
  if (job.hasHevc && isAudioBook)
    throw new IngestError('--hevc needs a video, but the title is an audio book.')
  const hasMarks = job.marks?.intro != null || job.marks?.credits != null
  if (known) {
    if (job.marks) verifyMarks(job.marks, known.duration ?? 0)
    const made = encodedBefore(known)
    const result = { stream, title, wasThere: true, report: made.report }
    if (job.isDryRun || !(hasMarks || !(await isNamed(job.db, content.id, stream)))) return result
    await nameStream(job, content.id, stream, made)
    await job.invalidate(['catalogue', `content:${content.id}`])
    return result
  }
  // All is checked before the encoding, which takes hours.
  if (job.hasHevc) await verifyHevc(job.ffmpeg)
  const { probed, source, report } = await inspectFile({ ...job, isAudioBook })
  if (job.marks) verifyMarks(job.marks, source.duration)
  if (job.isDryRun) return { stream, title, wasThere: false, report: await report() }
  const folder = join(job.workDir, stream.replaceAll('/', '-'))
  const prefix = `titles-${content.shortId}-${job.kind}`
  const made = await withIngestLock(join(job.workDir, `${prefix}.lock`), async () => {
    await removeOtherWork(folder, `${prefix}-`)
    // Another run may have stored it meanwhile.
    const since = await createStreamStore(job.store).describe(stream)
    const encoded = since
      ? encodedBefore(since)
      : await encodeAndStore({ ...job, probed, isAudioBook, folder }, stream)
    await nameStream(job, content.id, stream, encoded)
    return encoded
  })
  await job.invalidate(['catalogue', `content:${content.id}`])
  return { stream, title, wasThere: false, report: made.report }
}

export type IngestAdvert = Omit<
  Ingest,
  'db' | 'content' | 'kind' | 'marks' | 'invalidate' | 'audioCorrections' | 'hasHevc'
> & {
  /** Begins the name of the stream. */
  advert: string
}

/** Encodes a video that an advert server may name. No title plays it. @throws IngestError, FfmpegError, MediaStoreError */
export async function ingestAdvert(job: IngestAdvert): Promise<Ingested> {
  const stream = `${ADVERT_FOLDER}/${job.advert}-${await fingerprintFile(job.video)}`
  const title = job.advert
  const findStored = () => createStreamStore(job.store).describe(stream)
  const known = await findStored()
  if (known) return { stream, title, wasThere: true, report: encodedBefore(known).report }
  const part = { ...job, isAudioBook: false }
  const { probed, report } = await inspectFile(part)
  if (job.isDryRun) return { stream, title, wasThere: false, report: await report() }
  const folder = join(job.workDir, stream.replaceAll('/', '-'))
  const lock = join(job.workDir, `${ADVERT_FOLDER}-${job.advert}.lock`)
  const made = await withIngestLock(lock, async () => {
    const since = await findStored()
    return since ? encodedBefore(since) : encodeAndStore({ ...part, probed, folder }, stream)
  })
  return { stream, title, wasThere: false, report: made.report }
}

/**
 * Reads the file and selects its tracks. `report` also reads its captions.
 * @throws SourceError, FfmpegError
 */
async function inspectFile(
  job: Pick<Ingest, 'ffmpeg' | 'video' | 'audioCorrections' | 'onEncoding'> & {
    isAudioBook: boolean
  },
) {
  const probed = await probeFile(job.ffmpeg, job.video)
  if (job.isAudioBook) {
    const source = readAudioSource(probed, job.audioCorrections)
    return { probed, source, report: async () => reportBook(source) }
  }
  const source = readSource(probed, job.audioCorrections)
  return { probed, source, report: async () => reportFilm(source, await findCaptions(job, source)) }
}

/** Encoded files stay on this machine until all of them are stored, so that interrupted storing resumes. */
async function encodeAndStore(
  job: Omit<IngestAdvert, 'advert'> &
    Pick<Ingest, 'audioCorrections' | 'hasHevc'> & {
      probed: ProbedFile
      isAudioBook: boolean
      folder: string
    },
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
  else if (local) await reopenEncoded(folder)
  const made = isReady ? encodedBefore(local) : await encodeVideo(encoding)
  const onProgress = (done: number, total: number) => job.onProgress(done / total, 'store')
  await sendFolder({ store: job.store, folder, to: stream, onProgress })
  await removeEncoded(folder)
  return made
}

/** The names of its tracks follow from their languages and kinds. */
function encodedBefore(description: StreamDescription): Encoded {
  const byLanguage = (languages: string[]) => languages.map(language => ({ language }))
  const { audio, captions } = description.tracks ?? {
    audio: byLanguage(description.audio),
    captions: byLanguage(description.captions),
  }
  const report = IngestReport.safeParse(description.report)
  return {
    description,
    audio: audio.map(describeTrack),
    captions: captions.map(describeTrack),
    report: report.data ?? EMPTY_REPORT,
  }
}

type Named = Pick<Ingest, 'kind' | 'video' | 'audioCorrections' | 'hasHevc'>

/**
 * Returns the stream of a video and its options: the same video of a title with the same options is the same stream.
 * @throws IngestError
 */
export async function ingestedStreamKey(shortId: string, job: Named): Promise<string> {
  const file = await fingerprintFile(job.video)
  const { audioCorrections: audio = [], hasHevc = false } = job
  const options = { ...(audio.length > 0 ? { audio } : {}), ...(hasHevc ? { hevc: true } : {}) }
  return `titles/${shortId}/${job.kind}-${fingerprintWithOptions(file, options)}`
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

/** Returns the title, and its season and series if it is an episode. */
function withParents(contentId: string) {
  return sql`select unnest(array[part.id, part.series_id, part.season_id]) from contents part where part.id = ${contentId}`
}

/** Maximum difference in duration for a file to keep its marks; a larger one means another cut. */
const SAME_LENGTH_SECONDS = 2
const NO_MARKS = { introStart: null, introEnd: null, creditsAt: null, chapters: [] }

/**
 * Names the stream in the row of the file. The row keeps its id, so that links and playback positions remain valid. It
 * keeps its marks if the new file has the same duration.
 */
export async function nameStream(
  { db, kind, marks }: Pick<Ingest, 'db' | 'kind' | 'marks'>,
  contentId: string,
  stream: string,
  made: Pick<Encoded, 'description' | 'audio' | 'captions'>,
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
    captions: selectableCaptions(made.captions),
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
    // Cards show the duration, and lists are filtered by what can be played.
    await bumpVersion(tx)
  })
}
