/**
 * Encodes a stream in parts: renditions, audio tracks, captions, storyboard. Each is made in a temporary folder that is
 * renamed and recorded when the part is complete, so that the next run resumes after an interruption.
 */
import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, extname, join } from 'node:path'
import { z } from 'zod'

export interface Part {
  /** Name of its folder in the stream. */
  name: string
  /** Everything except the source that affects its files. */
  settings: unknown
  /** @param onDamage called with ffmpeg's messages about damaged parts and their approximate second */
  make(folder: string, onDamage: (text: string, seconds: number) => void): Promise<void>
}

const Damage = z.object({ text: z.string(), seconds: z.number() })
const Finished = z.object({
  settings: z.string(),
  /** Size of its media files: a part that lost some is made again. */
  bytes: z.number(),
  damages: z.array(Damage),
})
const Record = z.object({
  source: z.string(),
  parts: z.record(z.string(), Finished),
  /** Settings of the whole stream; set once it is complete. */
  settings: z.string().optional(),
})

export interface Work {
  has(part: Part): Promise<boolean>
  /** Makes the part unless it exists. */
  finish(part: Part): Promise<z.infer<typeof Damage>[]>
  /** Records that the stream is complete. @param settings of the whole stream */
  complete(settings: unknown): Promise<void>
}

const UNFINISHED = '.part'
/** An ffmpeg that outlived its command may write to a folder during its removal. */
const REMOVAL = { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }

/** Path of the record of finished parts. It is next to the folder, whose content is sent to the store unchanged. */
export const workRecordPath = (draft: string) => `${draft}.json`

/** Opens the work on a stream. @param source version of the file; parts of another version are removed */
export async function openWork(draft: string, source: string): Promise<Work> {
  const file = workRecordPath(draft)
  const record = await readRecord(file)
  const isSame = record?.source === source
  if (!isSame) await rm(draft, REMOVAL)
  await mkdir(draft, { recursive: true })
  await removeUnfinished(draft)
  const parts = isSame ? record.parts : {}

  async function has({ name, settings }: Part) {
    const known = parts[name]
    if (known?.settings !== digest(settings)) return false
    return known.bytes === (await bytesIn(join(draft, name)).catch(() => -1))
  }

  async function finish(part: Part) {
    const { name, settings, make } = part
    if (await has(part)) return parts[name]?.damages ?? []
    const [unfinished, folder] = [
      join(draft, `${name}.${process.pid}${UNFINISHED}`),
      join(draft, name),
    ]
    await rm(folder, REMOVAL)
    await mkdir(unfinished, { recursive: true })
    const damages: z.infer<typeof Damage>[] = []
    await make(unfinished, (text, seconds) => damages.push({ text, seconds }))
    await rename(unfinished, folder)
    parts[name] = { settings: digest(settings), bytes: await bytesIn(folder), damages }
    await write({ source, parts })
    return damages
  }

  async function write(known: z.infer<typeof Record>) {
    await writeFile(`${file}.draft`, JSON.stringify(known))
    await rename(`${file}.draft`, file)
  }

  return {
    has,
    finish,
    complete: settings => write({ source, parts, settings: digest(settings) }),
  }
}

/** True if a complete stream matches this version of the file and these settings. */
export async function isWorkComplete(draft: string, source: string, settings: unknown) {
  const record = await readRecord(workRecordPath(draft))
  return record === null || (record.source === source && record.settings === digest(settings))
}

async function readRecord(file: string): Promise<z.infer<typeof Record> | null> {
  try {
    return Record.parse(JSON.parse(await readFile(file, 'utf8')))
  } catch {
    return null
  }
}

/** An ffmpeg that still writes to such a folder fails, because its next file has no folder. */
async function removeUnfinished(draft: string) {
  for (const name of await readdir(draft))
    if (name.endsWith(UNFINISHED)) await rm(join(draft, name), REMOVAL)
}

/** Removes the work on earlier files of a title. @param folder of the current stream, which is kept */
export async function removeOtherWork(folder: string, prefix: string): Promise<void> {
  const parent = dirname(folder)
  for (const name of await readdir(parent).catch(() => []))
    if (name.startsWith(prefix) && !name.startsWith(basename(folder)))
      await rm(join(parent, name), REMOVAL)
}

/** Counts media only: playlists are small and may be rewritten. */
async function bytesIn(folder: string): Promise<number> {
  let bytes = 0
  for (const name of await readdir(folder))
    if (extname(name) !== '.m3u8') bytes += (await stat(join(folder, name))).size
  return bytes
}

function digest(settings: unknown): string {
  return createHash('sha256').update(JSON.stringify(settings)).digest('hex')
}
