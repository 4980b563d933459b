/** Captions of a title that was ingested: added, corrected, moved in time and removed, without encoding. */
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { and, eq } from 'drizzle-orm'
import { quoted, visibleLine } from '#src/lib/text/visible.ts'
import type { MediaStore } from '../adapters/media-store/media-store.ts'
import { bumpVersion } from '../catalogue/version-cache.ts'
import type { Database } from '../db/open.ts'
import { videoFiles } from '../db/schema/catalogue.ts'
import { contents } from '../db/schema/contents.ts'
import { webVttOf } from './caption-format.ts'
import { type CaptionText, readCaption } from './caption-text.ts'
import { inOrder } from './captions.ts'
import type { Ffmpeg } from './ffmpeg.ts'
import { findContent } from './find-content.ts'
import { IngestError } from './ingest-error.ts'
import { type CaptionTrack, captionsIn, withCaptions } from './master-captions.ts'
import { captionPlaylist } from './playlists.ts'
import { shiftCues } from './shift-cues.ts'
import { idOf, keyOf, languagesOf, listedCaptions, named, type TrackId } from './track-name.ts'

export interface EditedTitle {
  db: Database
  store: MediaStore
  /** external_id or short_id of the title or episode. */
  content: string
  kind: 'primary' | 'trailer' | 'preview'
  isDryRun: boolean
  invalidate(tags: string[]): Promise<void>
}

type Edit = Pick<CaptionText, 'text'> & { id: TrackId }
const MASTER = 'master.m3u8'

/** @throws IngestError, MediaStoreError */
export async function listCaptions(title: EditedTitle): Promise<CaptionTrack[]> {
  return title.db.transaction(async tx => captionsIn((await open({ ...title, db: tx })).master))
}

/** Replaces the captions of the language and kind. @throws IngestError, FfmpegError, MediaStoreError */
export async function setCaptions(
  title: EditedTitle & { ffmpeg: Ffmpeg },
  { file, ...id }: TrackId & { file: string },
): Promise<{ encoding: string; cues: number }> {
  const bytes = await readFile(file).catch(() => {
    throw new IngestError(`There is no file ${visibleLine(file)}`)
  })
  const { text, encoding } = readCaption(bytes, id.language)
  const vtt = await webVttOf(title.ffmpeg, { text, ending: extname(file) })
  const cues = vtt.match(/ --> /g)?.length ?? 0
  if (cues === 0) throw new IngestError(`${visibleLine(file)} has no captions in it.`)
  await withTitle(title, opened => write(opened, { id, text: vtt }))
  return { encoding, cues }
}

/** @param by seconds; below 0 is earlier @throws IngestError, MediaStoreError */
export async function shiftCaptions(
  title: EditedTitle,
  { by, ...id }: TrackId & { by: number },
): Promise<void> {
  await withTitle(title, async opened => {
    const { store, stream } = opened
    const track = trackOf(opened, id)
    const playlist = await readText(store, `${stream}/${track.uri}`)
    const name = playlist.split('\n').find(line => line.endsWith('.vtt')) ?? ''
    const text = await readText(store, `${stream}/captions/${name}`)
    await write(opened, { id, text: shiftCues(text, by) })
  })
}

/** @throws IngestError, MediaStoreError */
export async function removeCaptions(title: EditedTitle, id: TrackId): Promise<void> {
  await withTitle(title, async opened => {
    trackOf(opened, id)
    await publish(
      opened,
      captionsIn(opened.master).filter(track => keyOf(track) !== keyOf(id)),
    )
  })
}

type Opened = Awaited<ReturnType<typeof open>>

/**
 * The row of the file is locked meanwhile: of two commands for a title, on any machines, the second one finds what the first has
 * written, and an ingest names its stream before or after.
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

async function open(title: Omit<EditedTitle, 'invalidate'>) {
  const { db, store, content: name, kind } = title
  const content = await findContent(db, name)
  const [file] = await db
    .select()
    .from(videoFiles)
    .where(and(eq(videoFiles.contentId, content.id), eq(videoFiles.kind, kind)))
    .for('no key update')
  if (file?.mode !== 'vod' || !file.stream.startsWith('titles/'))
    throw new IngestError(
      `${quoted(name)} has no video of its own (${kind}) that captions could belong to. Ingest it first.`,
    )
  const master = await readText(store, `${file.stream}/${MASTER}`)
  return { ...title, file, stream: file.stream, master }
}

function trackOf({ master }: Opened, id: TrackId): CaptionTrack {
  const tracks = captionsIn(master)
  const track = tracks.find(it => keyOf(it) === keyOf(id))
  if (track) return track
  const there = tracks.map(keyOf).join(', ') || 'none'
  throw new IngestError(`There are no captions in ${quoted(keyOf(id))}. There are: ${there}.`)
}

/** A corrected file has another name: browsers and nodes never ask for one twice. */
async function write(opened: Opened, { id, text }: Edit) {
  const { store, stream } = opened
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 8)
  const key = keyOf(id)
  const [file, uri] = [`${key}-${hash}.vtt`, `captions/${key}.m3u8`]
  const playlist = captionPlaylist(file, opened.file.durationSeconds ?? 0)
  if (!opened.isDryRun) {
    await putText(store, `${stream}/captions/${file}`, text)
    await putText(store, `${stream}/${uri}`, playlist)
  }
  const tracks = captionsIn(opened.master)
  const made = { ...named(id), uri }
  const isThere = tracks.some(track => keyOf(track) === key)
  const all = isThere
    ? tracks.map(track => (keyOf(track) === key ? made : track))
    : [...tracks, made]
  await publish(opened, inOrder(all))
}

/** Players that open the title from now on have them. */
async function publish(opened: Opened, tracks: CaptionTrack[]) {
  const { db, store, file, stream, master, isDryRun } = opened
  if (isDryRun) return
  await putText(store, `${stream}/${MASTER}`, withCaptions(master, tracks))
  const description = JSON.parse(await readText(store, `${stream}/stream.json`))
  const languages = languagesOf(tracks)
  const audio =
    description.tracks?.audio ?? description.audio.map((language: string) => ({ language }))
  const described = {
    ...{ ...description, captions: languages },
    tracks: { audio, captions: tracks.map(idOf) },
  }
  await putText(store, `${stream}/stream.json`, `${JSON.stringify(described, null, 2)}\n`)
  const listed = listedCaptions(tracks).map(({ uri: _, ...track }) => track)
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
    throw new IngestError(`The media store has no ${visibleLine(key)}. Ingest the video again.`)
  return new Response(body).text()
}

function putText(store: MediaStore, key: string, text: string): Promise<void> {
  return store.put(key, { bytes: new TextEncoder().encode(text) })
}
