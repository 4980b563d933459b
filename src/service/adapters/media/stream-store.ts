/** The streams on disk: those of the demo in the repository, and those of `npm run ingest` in DATA_DIR. */
import { readFile, realpath, stat } from 'node:fs/promises'
import { join, resolve, sep } from 'node:path'
import { z } from 'zod'

const StreamDescription = z.object({
  kind: z.enum(['vod', 'live', 'audio']),
  manifest: z.string(),
  duration: z.number().nullable(),
  audio: z.array(z.string()),
  captions: z.array(z.string()),
  thumbnails: z.string().optional(),
  intro: z.object({ start: z.number(), end: z.number() }).optional(),
  credits_at: z.number().optional(),
  chapters: z.array(z.object({ title: z.string(), start: z.number() })).optional(),
  /** The sibling stream that a live channel loops. */
  source: z.string().optional(),
})
export type StreamDescription = z.infer<typeof StreamDescription>

export interface StreamStore {
  /** The stream's `stream.json`; null where the stream does not exist. */
  describe(stream: string): Promise<StreamDescription | null>
  /** null where the file does not exist or is outside its stream. */
  find(stream: string, file: string): Promise<{ path: string; size: number; modified: Date } | null>
}

const DEMO = resolve(import.meta.dirname, '../../../../demo/streams')
const PART = /^[A-Za-z0-9][\w.-]{0,99}$/

export function createStreamStore(dataDir: string): StreamStore {
  const ingested = resolve(dataDir, 'media')
  const descriptions = new Map<string, Promise<StreamDescription | null>>()

  function folderOf(stream: string): string | null {
    const parts = stream.split('/')
    if (!parts.every(part => PART.test(part))) return null
    return parts[0] === 'demo' ? join(DEMO, ...parts.slice(1)) : join(ingested, ...parts)
  }

  async function read(stream: string) {
    const folder = folderOf(stream)
    if (!folder) return null
    try {
      return StreamDescription.parse(
        JSON.parse(await readFile(join(folder, 'stream.json'), 'utf8')),
      )
    } catch {
      descriptions.delete(stream)
      return null
    }
  }

  async function describe(stream: string) {
    const cached = descriptions.get(stream)
    if (cached) return cached
    const reading = read(stream)
    descriptions.set(stream, reading)
    return reading
  }

  async function find(stream: string, file: string) {
    const folder = folderOf(stream)
    if (!folder || !file.split('/').every(part => PART.test(part))) return null
    try {
      const path = await realpath(join(folder, file))
      if (!path.startsWith((await realpath(folder)) + sep)) return null
      const found = await stat(path)
      return found.isFile() ? { path, size: found.size, modified: found.mtime } : null
    } catch {
      return null
    }
  }

  return { describe, find }
}

/** The stream that holds the files: for a live channel, the one it loops. */
export function sourceOf(stream: string, { source }: StreamDescription): string {
  return source === undefined ? stream : [...stream.split('/').slice(0, -1), source].join('/')
}
