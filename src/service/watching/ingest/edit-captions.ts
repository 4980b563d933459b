/** Edits the captions of an ingested title: adds, replaces, shifts and removes them without encoding. */
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { and, eq } from 'drizzle-orm'
import { counted } from '#src/lib/text/count.ts'
import { escapeLine, quoteText } from '#src/lib/text/visible.ts'
import { bumpVersion } from '../../catalogue/titles/catalogue-cache.ts'
import type { MediaStore } from '../../platform/adapters/media-store/media-store.ts'
import type { Database } from '../../platform/db/open.ts'
import { videoFiles } from '../../platform/db/schema/catalogue.ts'
import { contents } from '../../platform/db/schema/contents.ts'
import { mainTracksFirst } from './captions.ts'
import { type ReadCaptions, readCaptions } from './cue-formats/read-captions.ts'
import { writeWebVtt } from './cue-formats/write-webvtt.ts'
import { findVideoTitle } from './find-content.ts'
import { IngestError } from './ingest-error.ts'
import { type CaptionTrack, parseMasterCaptions, replaceMasterCaptions } from './master-captions.ts'
import { captionPlaylist } from './playlists.ts'
import { type ShiftedCues, shiftCues } from './shift-cues.ts'
import {
  describeTrack,
  selectableCaptions,
  type TrackId,
  toTrackId,
  trackKey,
  trackLanguages,
} from './track-name.ts'

export interface EditedTitle {
  db: Database
  store: MediaStore
  /** external_id or short_id of the title or episode. */
  content: string
  kind: 'primary' | 'trailer' | 'preview'
  isDryRun: boolean
  invalidate(tags: string[]): Promise<void>
}

type Edit = { id: TrackId; text: string }
const MASTER = 'master.m3u8'
/** Number of cues that a refusal names. */
const NAMED_CUES = 5

/** Lists the captions. @throws IngestError, MediaStoreError */
export async function listCaptions(title: EditedTitle): Promise<CaptionTrack[]> {
  return title.db.transaction(async tx =>
    parseMasterCaptions((await open({ ...title, db: tx })).master),
  )
}

/** Returns the captions of a language and kind as WebVTT. @throws IngestError, MediaStoreError */
export async function readCaptionText(title: EditedTitle, id: TrackId): Promise<string> {
  return title.db.transaction(async tx => readTrack(await open({ ...title, db: tx }), id))
}

/**
 * Sets the captions of a language and kind, replacing existing ones.
 * @throws IngestError, MediaStoreError
 */
export async function setCaptions(
  title: EditedTitle,
  { file, ...id }: TrackId & { file: string },
): Promise<ReadCaptions> {
  const bytes = await readFile(file).catch(() => {
    throw new IngestError(`There is no file ${escapeLine(file)}`)
  })
  const captions = readCaptions({ bytes, name: basename(file), language: id.language })
  const text = writeWebVtt(captions.cues, id.language)
  await withTitle(title, opened => write(opened, { id, text }))
  return captions
}

/**
 * Shifts the captions in time. Returns the cues that were removed because they would end before the video begins, and some of the others.
 * @param by seconds; negative values are earlier
 * @throws IngestError if cues would be removed and `allowPartial` is false, MediaStoreError
 */
export async function shiftCaptions(
  title: EditedTitle,
  { by, allowPartial, ...id }: TrackId & { by: number; allowPartial: boolean },
): Promise<Omit<ShiftedCues, 'text'>> {
  let made: Omit<ShiftedCues, 'text'> = { removed: [], preview: [] }
  await withTitle(title, async opened => {
    const text = await readTrack(opened, id)
    const shifted = shiftCues(text, by)
    const { removed, preview } = shifted
    made = { removed, preview }
    if (removed.length > 0 && !allowPartial)
      throw new IngestError(
        `${counted(removed.length, 'caption')} would end before the video begins and be lost: ${removed.slice(0, NAMED_CUES).map(escapeLine).join('; ')}${removed.length > NAMED_CUES ? ' …' : ''}. Shift by less, or add --allow-partial to remove them.`,
      )
    await write(opened, { id, text: shifted.text })
  })
  return made
}

/** Removes the captions. @throws IngestError, MediaStoreError */
export async function removeCaptions(title: EditedTitle, id: TrackId): Promise<void> {
  await withTitle(title, async opened => {
    trackOf(opened, id)
    await publish(
      opened,
      parseMasterCaptions(opened.master).filter(track => trackKey(track) !== trackKey(id)),
    )
  })
}

type Opened = Awaited<ReturnType<typeof open>>

/**
 * Locks the row of the file meanwhile. If two commands edit a title, on any machines, the second one sees what the
 * first has written, and an ingest names its stream before or after.
 */
async function withTitle(
  title: EditedTitle,
  change: (opened: Opened) => Promise<void>,
): Promise<void> {
  const contentId = await title.db.transaction(async tx => {
    const opened = await open({ ...title, db: tx })
    await change(opened)
    return opened.file.contentId
  })
  if (!title.isDryRun) await title.invalidate(['catalogue', `content:${contentId}`])
}

type VideoName = Pick<EditedTitle, 'db' | 'content' | 'kind'>

/** Returns the stream of a title's own video. @throws IngestError if it has none */
export async function findOwnStream({ db, content, kind }: VideoName): Promise<string> {
  const { id } = await findVideoTitle(db, content)
  const [file] = await db.select().from(videoFiles).where(isVideo(id, kind))
  return ownVideo(file, { content, kind }).stream
}

function isVideo(contentId: string, kind: EditedTitle['kind']) {
  return and(eq(videoFiles.contentId, contentId), eq(videoFiles.kind, kind))
}

type VideoFile = typeof videoFiles.$inferSelect

/** The streams of the demo belong to no title. */
function ownVideo(
  file: VideoFile | undefined,
  { content, kind }: Omit<VideoName, 'db'>,
): VideoFile {
  if (file?.mode === 'vod' && file.stream.startsWith('titles/')) return file
  throw new IngestError(`${quoteText(content)} has no video (${kind}) of its own. Ingest it first.`)
}

async function open(title: Omit<EditedTitle, 'invalidate'>) {
  const { db, store, content: name, kind } = title
  const content = await findVideoTitle(db, name)
  const [row] = await db
    .select()
    .from(videoFiles)
    .where(isVideo(content.id, kind))
    .for('no key update')
  const file = ownVideo(row, title)
  const master = await readText(store, `${file.stream}/${MASTER}`)
  return { ...title, file, stream: file.stream, master }
}

function trackOf({ master }: Opened, id: TrackId): CaptionTrack {
  const tracks = parseMasterCaptions(master)
  const track = tracks.find(it => trackKey(it) === trackKey(id))
  if (track) return track
  const there = tracks.map(trackKey).join(', ') || 'none'
  throw new IngestError(`${quoteText(trackKey(id))} has no captions. Existing captions: ${there}.`)
}

async function readTrack(opened: Opened, id: TrackId): Promise<string> {
  const { store, stream } = opened
  const playlist = await readText(store, `${stream}/${trackOf(opened, id).uri}`)
  const name = playlist.split('\n').find(line => line.endsWith('.vtt')) ?? ''
  return readText(store, `${stream}/captions/${name}`)
}

/** A corrected file gets a new name, because browsers and nodes cache files forever. */
async function write(opened: Opened, { id, text }: Edit) {
  const { store, stream } = opened
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 8)
  const key = trackKey(id)
  const [file, uri] = [`${key}-${hash}.vtt`, `captions/${key}.m3u8`]
  const playlist = captionPlaylist(file, opened.file.durationSeconds ?? 0)
  if (!opened.isDryRun) {
    await putText(store, `${stream}/captions/${file}`, text)
    await putText(store, `${stream}/${uri}`, playlist)
  }
  const tracks = parseMasterCaptions(opened.master)
  const made = { ...describeTrack(id), uri }
  const isThere = tracks.some(track => trackKey(track) === key)
  const all = isThere
    ? tracks.map(track => (trackKey(track) === key ? made : track))
    : [...tracks, made]
  await publish(opened, mainTracksFirst(all))
}

/** Publishes the captions for players that open the title from now on. */
async function publish(opened: Opened, tracks: CaptionTrack[]) {
  const { db, store, file, stream, master, isDryRun } = opened
  if (isDryRun) return
  await putText(store, `${stream}/${MASTER}`, replaceMasterCaptions(master, tracks))
  const description = JSON.parse(await readText(store, `${stream}/stream.json`))
  const languages = trackLanguages(tracks)
  const audio =
    description.tracks?.audio ?? description.audio.map((language: string) => ({ language }))
  const described = {
    ...description,
    captions: languages,
    tracks: { audio, captions: tracks.map(toTrackId) },
  }
  await putText(store, `${stream}/stream.json`, `${JSON.stringify(described, null, 2)}\n`)
  const listed = selectableCaptions(tracks).map(({ uri: _, ...track }) => track)
  await db.update(videoFiles).set({ captions: listed }).where(eq(videoFiles.id, file.id))
  if (file.kind === 'primary')
    await db
      .update(contents)
      .set({ captionLanguages: languages })
      .where(eq(contents.id, file.contentId))
  await bumpVersion(db)
}

async function readText(store: MediaStore, key: string): Promise<string> {
  const body = await store.read(key)
  if (!body)
    throw new IngestError(`The media store has no ${escapeLine(key)}. Ingest the video again.`)
  return new Response(body).text()
}

function putText(store: MediaStore, key: string, text: string): Promise<void> {
  return store.put(key, { bytes: new TextEncoder().encode(text) })
}
