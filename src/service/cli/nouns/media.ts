import { join } from 'node:path'
import { counted } from '#src/lib/text/count.ts'
import { MediaStoreError } from '../../adapters/media-store/media-store.ts'
import { openMediaStore } from '../../adapters/media-store/open-media-store.ts'
import { readEnv } from '../../env.ts'
import { sendMedia } from '../../ingest/send-media.ts'
import { unusedMedia } from '../../ingest/unused-media.ts'
import { UsageError } from '../framework/errors.ts'
import { flag } from '../framework/fields.ts'
import { action, type Noun } from '../framework/noun.ts'
import { line } from '../terminal.ts'

const MB = 1024 * 1024

export default {
  summary: 'Pictures and streams: to the bucket of MEDIA_STORE, and removing what nothing names',
  told: [MediaStoreError],
  actions: {
    copy: action({
      summary: 'Sends DATA_DIR/media to MEDIA_STORE; goes on where it was interrupted',
      options: { demo: flag('the pictures and streams of the demo too') },
      effect: 'changes',
      transaction: 'none',
      run: async ({ isDryRun, progress }, { demo: hasDemo }) => {
        const env = readEnv()
        if (!env.MEDIA_STORE) throw new UsageError('MEDIA_STORE is not set.')
        const store = openMediaStore(env, 'command')
        const media = join(env.DATA_DIR, 'media')
        const sent = await sendMedia({
          ...{ store, media, hasDemo, isDryRun },
          onFolder: to => progress(`Sending ${to}`),
        })
        return {
          data: {
            store: store.name,
            folders: sent.map(({ to, files, sentFiles, sentBytes }) => ({
              ...{ folder: to, files, sent_files: sentFiles, sent_bytes: sentBytes },
            })),
          },
          print: [
            {
              columns: [
                { name: 'folder' },
                ...['files', 'sent', 'MB'].map(name => ({ name, align: 'end' as const })),
              ],
              rows: sent.map(({ to, files, sentFiles, sentBytes }) => [
                ...[to, files, sentFiles, megabytes(sentBytes)],
              ]),
            },
            isDryRun
              ? line`Everything would be in ${store.name}.`
              : line`Everything is in ${store.name}.`,
          ],
        }
      },
    }),
    clean: action({
      summary: 'Removes streams and pictures that nothing names, a day after they were stored',
      details: 'Do not clean while an import runs.',
      effect: 'changes',
      transaction: 'own',
      run: async ({ deps, isDryRun }) => {
        const { env, db, now } = deps
        const store = openMediaStore(env, 'command')
        const unused = await unusedMedia({ db, store, now: now() })
        const bytes = unused.reduce((sum, { size }) => sum + size, 0)
        if (!isDryRun) await store.remove(unused.map(({ key }) => key))
        const what = `${counted(unused.length, 'file')}, ${megabytes(bytes)} MB`
        return {
          data: { files: unused.length, bytes, store: store.name },
          print: [`${what} ${isDryRun ? 'would be removed' : 'removed'}.`],
          audit: { target: 'media', details: { files: unused.length, bytes } },
        }
      },
    }),
  },
} satisfies Noun

function megabytes(bytes: number): string {
  return (bytes / MB).toFixed(1)
}
