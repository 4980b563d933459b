/** Copies DATA_DIR/media to the bucket of MEDIA_STORE. */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { MediaStore } from '../../platform/adapters/media-store/media-store.ts'
import { type Sent, sendFolder } from '../../platform/adapters/media-store/send-folder.ts'
import { PROJECT_ROOT } from '../../platform/project-root.ts'

const DEMO = join(PROJECT_ROOT, 'demo')

type SendMedia = {
  store: MediaStore
  /** Folder DATA_DIR/media. */
  media: string
  /** True to include the pictures and streams of the demo. */
  hasDemo: boolean
  isDryRun: boolean
  onFolder?: (to: string) => void
}

/** Copies the media; resumes an interrupted run. @throws MediaStoreError */
export async function sendMedia({
  media,
  hasDemo,
  onFolder,
  ...sending
}: SendMedia): Promise<Array<Sent & { to: string }>> {
  const folders = (await foldersIn(media)).map(name => ({ folder: join(media, name), to: name }))
  if (hasDemo) {
    folders.push({ folder: join(DEMO, 'pictures'), to: 'pictures' })
    for (const name of await foldersIn(join(DEMO, 'streams')))
      folders.push({ folder: join(DEMO, 'streams', name), to: `demo/${name}` })
  }
  const sent: Array<Sent & { to: string }> = []
  for (const { folder, to } of folders) {
    onFolder?.(to)
    sent.push({ to, ...(await sendFolder({ ...sending, folder, to })) })
  }
  return sent
}

async function foldersIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  return entries.filter(entry => entry.isDirectory()).map(({ name }) => name)
}
