/** The streams of the demo in the repository, those that it draws, and those of `./pardeh ingest` in the media store. */
import { join } from 'node:path'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { TRACK_KINDS } from '#src/contract/track-kinds.ts'
import { MINUTE_MS } from '#src/lib/text/milliseconds.ts'
import { PROJECT_ROOT } from '../../project-root.ts'
import { folderStore } from '../media-store/folder-store.ts'
import type { Body, ByteRange, MediaStore, StoredFile } from '../media-store/media-store.ts'
import { describeReel, isReel, readReel } from './demo-reels.ts'

const tracks = z.array(z.object({ language: z.string(), kind: z.enum(TRACK_KINDS).optional() }))

const StreamDescription = z.object({
  kind: z.enum(['vod', 'live', 'audio']),
  manifest: z.string(),
  duration: z.number().nullable(),
  audio: z.array(z.string()),
  captions: z.array(z.string()),
  /** Tracks of an ingested stream; a language may have several. */
  tracks: z.object({ audio: tracks, captions: tracks }).optional(),
  thumbnails: z.string().optional(),
  intro: z.object({ start: z.number(), end: z.number() }).optional(),
  credits_at: z.number().optional(),
  chapters: z.array(z.object({ title: z.string(), start: z.number() })).optional(),
  /** The sibling stream that a live channel loops. */
  source: z.string().optional(),
  /** The report of ingest: the parts of the file that were taken and left out. Ingest parses it. */
  report: z.unknown().optional(),
  /** True for a recorded channel: the service makes its playlists. */
  isChannel: z.boolean().optional(),
  /** True for a reel of the demo: the service makes all of its files, so no media server has them. */
  isMade: z.boolean().optional(),
})
export type StreamDescription = z.infer<typeof StreamDescription>

export interface StreamFile {
  size: number
  modified: Date
  /** Returns the content or a part of it; null if the file was removed meanwhile. */
  read(range?: ByteRange): Promise<Body | null>
}

/** Both methods throw MediaStoreError if the store cannot be used. */
export interface StreamStore {
  /** Returns the stream's `stream.json`; null if the stream does not exist. */
  describe(stream: string): Promise<StreamDescription | null>
  find(stream: string, file: string): Promise<StreamFile | null>
}

const DEMO = folderStore(join(PROJECT_ROOT, 'demo/streams'))
const DEMO_KEY = 'demo/'
const PART = /^[A-Za-z0-9][\w.-]{0,99}$/
/** Facts about files are cached for five minutes; the files of a stream are named by their content. */
const CACHED = { max: 20_000, ttl: 5 * MINUTE_MS }

export function createStreamStore(media: MediaStore): StreamStore {
  const files = new LRUCache<string, StoredFile>(CACHED)
  const descriptions = new LRUCache<string, StreamDescription>({
    ...CACHED,
    max: 5_000,
    allowStaleOnFetchRejection: true,
    fetchMethod: async stream => (await readDescription(stream)) ?? undefined,
  })

  function locate(key: string): { store: MediaStore; key: string } | null {
    if (!key.split('/').every(part => PART.test(part))) return null
    const isDemo = key.startsWith(DEMO_KEY)
    return isDemo ? { store: DEMO, key: key.slice(DEMO_KEY.length) } : { store: media, key }
  }

  async function readDescription(stream: string) {
    const at = locate(`${stream}/stream.json`)
    if (!at) return null
    const content = isReel(stream) ? await describeReel(stream) : await readJson(at)
    const parsed = StreamDescription.safeParse(content)
    return parsed.success ? parsed.data : null
  }

  async function find(stream: string, file: string): Promise<StreamFile | null> {
    const at = locate(`${stream}/${file}`)
    if (!at) return null
    if (isReel(stream)) return findMade(stream, file)
    const { store, key } = at
    const found = files.get(`${stream}/${file}`) ?? (await store.find(key))
    if (!found) return null
    if (!file.endsWith('.m3u8')) files.set(`${stream}/${file}`, found)
    return { ...found, read: range => store.read(key, range) }
  }

  return { describe: async stream => (await descriptions.fetch(stream)) ?? null, find }
}

/** Time of every file of a reel: the same request always makes the same bytes. */
const MADE_AT = new Date('2026-11-27T00:00:00Z')

async function findMade(stream: string, file: string): Promise<StreamFile | null> {
  const bytes = await readReel(stream, file)
  if (!bytes) return null
  const read = async (range?: ByteRange) =>
    range ? bytes.subarray(range.start, range.end + 1) : bytes
  return { size: bytes.length, modified: MADE_AT, read }
}

async function readJson({ store, key }: { store: MediaStore; key: string }): Promise<unknown> {
  const body = await store.read(key)
  return body ? jsonOf(await new Response(body).text()) : null
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Returns the stream that holds the files: for a live channel of the demo, the stream that it loops. */
export function streamSource(stream: string, { source }: StreamDescription): string {
  return source === undefined ? stream : [...stream.split('/').slice(0, -1), source].join('/')
}
