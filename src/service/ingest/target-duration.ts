/** The target duration of a stream: one for all its pictures and sounds (RFC 8216, 6.2.4), where ffmpeg writes that of each. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { segmentsOf } from './playlists.ts'

const TARGET = /^#EXT-X-TARGETDURATION:\d+$/m

/** @param folders of renditions and audio tracks that are complete */
export async function shareTargetDuration(folders: readonly string[]): Promise<void> {
  const rounded = folders.flatMap(folder =>
    segmentsOf(folder).map(({ seconds }) => Math.round(seconds)),
  )
  const line = `#EXT-X-TARGETDURATION:${Math.max(1, ...rounded)}`
  for (const folder of folders) {
    const file = join(folder, 'index.m3u8')
    const text = await readFile(file, 'utf8')
    if (TARGET.exec(text)?.[0] !== line) await writeFile(file, text.replace(TARGET, line))
  }
}
