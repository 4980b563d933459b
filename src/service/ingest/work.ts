/**
 * The encoding of a stream in parts: renditions, audio tracks, captions, storyboard. Each is made in a folder of another name that is
 * renamed when the part is complete, and written down, so that a run that was killed is continued by the next one.
 */
import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, extname, join } from 'node:path'
import { z } from 'zod'

export interface Part {
  /** Of its folder in the stream. */
  name: string
  /** All that its files depend on besides the source. */
  settings: unknown
  /** @param onDamage hears what ffmpeg says of damaged parts, and at about which second */
  make(folder: string, onDamage: (text: string, seconds: number) => void): Promise<void>
}

const Damage = z.object({ text: z.string(), seconds: z.number() })
const Finished = z.object({
  settings: z.string(),
  /** Of its media files: a part that lost some is made again. */
  bytes: z.number(),
  damages: z.array(Damage),
})
const Record = z.object({
  source: z.string(),
  parts: z.record(z.string(), Finished),
  /** Settings of the whole stream; from then on that it is complete. */
  settings: z.string().optional(),
})

export interface Work {
  has(part: Part): Promise<boolean>
  /** Makes the part unless it is there. */
  finish(part: Part): Promise<z.infer<typeof Damage>[]>
  /** Writes down that the stream is complete. @param settings of the whole */
  complete(settings: unknown): Promise<void>
}

const UNFINISHED = '.part'
/** An ffmpeg that outlived its command may write to a folder while it is removed. */
const REMOVAL = { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }

/** Where it is written down which parts are finished. It lies beside the folder, which is sent to the store as it is. */
export const recordOf = (draft: string) => `${draft}.json`

/** @param source names the version of the file; parts of another one are removed */
export async function openWork(draft: string, source: string): Promise<Work> {
  const file = recordOf(draft)
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

/** Whether a complete stream is of this version of the file, and of these settings. */
export async function isComplete(draft: string, source: string, settings: unknown) {
  const record = await readRecord(recordOf(draft))
  return record === null || (record.source === source && record.settings === digest(settings))
}

async function readRecord(file: string): Promise<z.infer<typeof Record> | null> {
  try {
    return Record.parse(JSON.parse(await readFile(file, 'utf8')))
  } catch {
    return null
  }
}

/** An ffmpeg that still writes to one ends: its next file has no folder. */
async function removeUnfinished(draft: string) {
  for (const name of await readdir(draft))
    if (name.endsWith(UNFINISHED)) await rm(join(draft, name), REMOVAL)
}

/** Of a title's earlier files, which will not be encoded any more. @param folder of the stream that is */
export async function removeOtherWork(folder: string, prefix: string): Promise<void> {
  const parent = dirname(folder)
  for (const name of await readdir(parent).catch(() => []))
    if (name.startsWith(prefix) && !name.startsWith(basename(folder)))
      await rm(join(parent, name), REMOVAL)
}

/** Playlists are small, and may be written again. */
async function bytesIn(folder: string): Promise<number> {
  let bytes = 0
  for (const name of await readdir(folder))
    if (extname(name) !== '.m3u8') bytes += (await stat(join(folder, name))).size
  return bytes
}

function digest(settings: unknown): string {
  return createHash('sha256').update(JSON.stringify(settings)).digest('hex')
}
