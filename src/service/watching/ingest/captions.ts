/** Captions of a stream: from text tracks of its file, and from files next to it. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { CAPTION_KINDS, type CaptionKind, type TrackKind } from '#src/contract/track-kinds.ts'
import { type CaptionFile, findCaptionFiles } from './caption-files.ts'
import { type ReadCaptions, readCaptions } from './cue-formats/read-captions.ts'
import { writeWebVtt } from './cue-formats/write-webvtt.ts'
import { type Ffmpeg, FfmpegError } from './ffmpeg.ts'
import {
  type CaptionTrack,
  type OmittedFile,
  type OmittedTrack,
  omittedTrack,
} from './file-tracks.ts'
import { IngestError } from './ingest-error.ts'
import { captionPlaylist } from './playlists.ts'
import { clipCues, shiftCues } from './shift-cues.ts'
import type { Source } from './source.ts'
import { toTrackId, trackKey } from './track-name.ts'
import type { Part } from './work.ts'

interface CaptionJob {
  ffmpeg: Ffmpeg
  video: string
  onEncoding?: ((file: string, encoding: string) => void) | undefined
}

export interface FoundCaptions extends Pick<ReadCaptions, 'omissions' | 'badLines'> {
  language: string
  kind?: CaptionKind
  /** WebVTT within the duration of the pictures. */
  text: string
  /** Name of the file next to the video, or number and codec of the track in it. */
  origin: { file: string } | { track: number; codec: string; isLanguageAssumed: boolean }
  /** Numbers of cues after the end of the pictures: those that were left out, and those that end earlier now. */
  dropped: number
  cut: number
}

type Omitted = OmittedFile | OmittedTrack

/**
 * Finds captions: text tracks of the file, and files next to it, which come first for their language and kind. Forced
 * captions come last. What cannot be used is named.
 */
export async function findCaptions(
  job: CaptionJob,
  source: Source,
): Promise<{ found: FoundCaptions[]; omitted: Omitted[] }> {
  const found: FoundCaptions[] = []
  const { files, omitted: unusedFiles } = await findCaptionFiles(job.video)
  const omitted: Omitted[] = [...unusedFiles]
  for (const file of files) {
    const { language, kind, path } = file
    const id = { language, ...(kind ? { kind } : {}) }
    const origin = { file: basename(path) }
    const read = await readCaptionFile(job, file)
    const clipped = 'text' in read ? clipCues(read.text, source.duration) : null
    if ('text' in read && clipped && clipped.kept > 0)
      found.push({ ...read, ...id, ...clipped, origin })
    else {
      const detail = 'fault' in read ? read.fault : noCues(clipped?.dropped)
      omitted.push({
        type: 'captions',
        ...origin,
        ...id,
        reason: 'unusable',
        detail,
        isNamed: true,
      })
    }
  }
  for (const track of source.captions) {
    const file = found.find(it => trackKey(it) === trackKey(track))
    if (file && 'file' in file.origin) {
      const detail = `${file.origin.file} is used instead`
      omitted.push({ ...omittedTrack('captions', 'double', track), detail })
      continue
    }
    const read = await extractTrack(job, track)
    const clipped = 'text' in read ? fitCues(read.text, source) : null
    const { track: number, codec, isLanguageAssumed } = track
    const origin = { track: number, codec, isLanguageAssumed }
    if ('text' in read && clipped && clipped.kept > 0)
      found.push({ ...read, ...toTrackId(track), ...clipped, origin } as FoundCaptions)
    else {
      const detail = 'fault' in read ? read.fault : noCues(clipped?.dropped)
      omitted.push({ ...omittedTrack('captions', 'undecodable', track), detail })
    }
  }
  return { found: mainTracksFirst(found), omitted }
}

/** Moves the cues of a track to the time of the pictures, and removes those before their beginning and after their end. */
function fitCues(text: string, { start, duration }: Pick<Source, 'start' | 'duration'>) {
  const shifted = shiftCues(text, -start)
  const clipped = clipCues(shifted.text, duration)
  return { ...clipped, dropped: clipped.dropped + shifted.removed.length }
}

const noCues = (dropped = 0) =>
  dropped > 0 ? 'none of its cues is at a time of the pictures' : 'it has no cues'

type Read =
  | (Pick<FoundCaptions, 'text' | 'omissions' | 'badLines'> & { encoding: string })
  | { fault: string }

async function readCaptionFile(
  { onEncoding }: CaptionJob,
  { path, language }: CaptionFile,
): Promise<Read> {
  const name = basename(path)
  const read = await orFault(language, async () =>
    readCaptions({ bytes: await readFile(path), name, language }),
  )
  if ('encoding' in read) onEncoding?.(name, read.encoding)
  return read
}

/** Endings for the codecs that ffmpeg extracts unchanged. It converts the others to SubRip. */
const COPIED: Record<string, string> = {
  subrip: 'srt',
  srt: 'srt',
  ass: 'ass',
  ssa: 'ass',
  webvtt: 'vtt',
}

/** Extracts a track with the timestamps of the file. */
async function extractTrack(
  { ffmpeg, video }: CaptionJob,
  { index, codec, language }: CaptionTrack,
): Promise<Read> {
  const folder = await mkdtemp(join(tmpdir(), 'captions-'))
  const name = `track.${COPIED[codec] ?? 'srt'}`
  const file = join(folder, name)
  try {
    return await orFault(language, async () => {
      const how = codec in COPIED ? 'copy' : 'srt'
      await ffmpeg.run(['-copyts', '-i', video, '-map', `0:${index}`, '-c:s', how, file])
      return readCaptions({ bytes: await readFile(file), name, language })
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function orFault(language: string, read: () => Promise<ReadCaptions>): Promise<Read> {
  try {
    const { cues, omissions, badLines, encoding } = await read()
    return { text: writeWebVtt(cues, language), omissions, badLines, encoding }
  } catch (error) {
    if (error instanceof IngestError || error instanceof FfmpegError)
      return { fault: error.message.split('\n').at(-1) ?? '' }
    throw error
  }
}

/** Sorts the main tracks first, because players that ignore kinds take the first track of a language. */
export function mainTracksFirst<Track extends { kind?: TrackKind | undefined }>(
  tracks: readonly Track[],
): Track[] {
  return [undefined, ...CAPTION_KINDS].flatMap(kind => tracks.filter(it => it.kind === kind))
}

export function captionsPart(found: readonly FoundCaptions[], duration: number): Part {
  return {
    name: 'captions',
    settings: found,
    async make(folder) {
      for (const track of found) {
        const key = trackKey(track)
        await writeFile(join(folder, `${key}.vtt`), track.text)
        await writeFile(join(folder, `${key}.m3u8`), captionPlaylist(`${key}.vtt`, duration))
      }
    },
  }
}
