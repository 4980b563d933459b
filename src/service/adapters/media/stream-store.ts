/** The streams of the demo in the repository, and those of `npm run ingest` in the media store. */
import { join } from 'node:path'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { TRACK_KINDS } from '#src/contract/track-kinds.ts'
import { PROJECT_ROOT } from '../../project-root.ts'
import { folderStore } from '../media-store/folder-store.ts'
import type { Body, ByteRange, MediaStore, StoredFile } from '../media-store/media-store.ts'

const tracks = z.array(z.object({ language: z.string(), kind: z.enum(TRACK_KINDS).optional() }))

const StreamDescription = z.object({
  kind: z.enum(['vod', 'live', 'audio']),
  manifest: z.string(),
  duration: z.number().nullable(),
  audio: z.array(z.string()),
  captions: z.array(z.string()),
  /** Of what was ingested: each track, where a language may have several. */
  tracks: z.object({ audio: tracks, captions: tracks }).optional(),
  thumbnails: z.string().optional(),
  intro: z.object({ start: z.number(), end: z.number() }).optional(),
  credits_at: z.number().optional(),
  chapters: z.array(z.object({ title: z.string(), start: z.number() })).optional(),
  /** The sibling stream that a live channel loops. */
  source: z.string().optional(),
  /** Recorded of an encoder: the service makes its playlists. */
  isChannel: z.boolean().optional(),
})
export type StreamDescription = z.infer<typeof StreamDescription>

export interface StreamFile {
  size: number
  modified: Date
  /** The content, or a part of it; null where the file is gone by now. */
  read(range?: ByteRange): Promise<Body | null>
}

/** Both throw MediaStoreError where the store cannot be used. */
export interface StreamStore {
  /** The stream's `stream.json`; null where the stream does not exist. */
  describe(stream: string): Promise<StreamDescription | null>
  find(stream: string, file: string): Promise<StreamFile | null>
}

const DEMO = folderStore(join(PROJECT_ROOT, 'demo/streams'))
const DEMO_KEY = 'demo/'
const PART = /^[A-Za-z0-9][\w.-]{0,99}$/
/** What a store said of a file is true for so long: streams are named by their content. */
const CACHED = { max: 20_000, ttl: 5 * 60_000 }

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
    const body = at && (await at.store.read(at.key))
    if (!body) return null
    const parsed = StreamDescription.safeParse(jsonOf(await new Response(body).text()))
    return parsed.success ? parsed.data : null
  }

  async function find(stream: string, file: string): Promise<StreamFile | null> {
    const at = locate(`${stream}/${file}`)
    if (!at) return null
    const { store, key } = at
    const found = files.get(`${stream}/${file}`) ?? (await store.find(key))
    if (!found) return null
    if (!file.endsWith('.m3u8')) files.set(`${stream}/${file}`, found)
    return { ...found, read: range => store.read(key, range) }
  }

  return { describe: async stream => (await descriptions.fetch(stream)) ?? null, find }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** The stream that holds the files: for a live channel, the one it loops. */
export function sourceOf(stream: string, { source }: StreamDescription): string {
  return source === undefined ? stream : [...stream.split('/').slice(0, -1), source].join('/')
}
