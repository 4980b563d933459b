import { join } from 'node:path'
import { counted } from '#src/lib/text/count.ts'
import { MediaStoreError } from '../../../platform/adapters/media-store/media-store.ts'
import { openMediaStore } from '../../../platform/adapters/media-store/open-media-store.ts'
import { readEnv } from '../../../platform/env.ts'
import { sendMedia } from '../../../watching/ingest/send-media.ts'
import { unusedMedia } from '../../../watching/ingest/unused-media.ts'
import { UsageError } from '../framework/errors.ts'
import { flagField } from '../framework/fields.ts'
import { defineAction, type Noun } from '../framework/noun.ts'
import { endColumns, formatMegabytes } from '../framework/table.ts'
import { line } from '../terminal.ts'

export default {
  failures: [MediaStoreError],
  actions: {
    copy: defineAction({
      summary:
        'Copies DATA_DIR/media to MEDIA_STORE; after an interruption, run it again to resume',
      options: { demo: flagField('also the pictures and streams of the demo') },
      effect: 'changes',
      transaction: 'none',
      run: async ({ isDryRun, progress }, { demo: hasDemo }) => {
        const env = readEnv(undefined, { isReadOnly: isDryRun })
        if (!env.MEDIA_STORE) throw new UsageError('MEDIA_STORE is not set.')
        const store = openMediaStore(env, 'command')
        const media = join(env.DATA_DIR, 'media')
        const sent = await sendMedia({
          store,
          media,
          hasDemo,
          isDryRun,
          onFolder: to => progress(`Sending ${to}`, null),
        })
        return {
          data: {
            store: store.name,
            folders: sent.map(({ to, files, sentFiles, sentBytes }) => ({
              folder: to,
              files,
              sent_files: sentFiles,
              sent_bytes: sentBytes,
            })),
          },
          print: [
            {
              columns: [{ name: 'folder' }, ...endColumns('files', 'sent', 'MB')],
              rows: sent.map(({ to, files, sentFiles, sentBytes }) => [
                to,
                files,
                sentFiles,
                formatMegabytes(sentBytes),
              ]),
            },
            isDryRun
              ? line`All files would be in ${store.name}.`
              : line`All files are in ${store.name}.`,
          ],
        }
      },
    }),
    clean: defineAction({
      summary: 'Removes unused streams and pictures that are older than a day',
      details: 'Do not clean while an import runs.',
      effect: 'changes',
      transaction: 'own',
      run: async ({ deps, isDryRun }) => {
        const { env, db, now } = deps
        const store = openMediaStore(env, 'command')
        const unused = await unusedMedia({ db, store, now: now() })
        const bytes = unused.reduce((sum, { size }) => sum + size, 0)
        if (!isDryRun) await store.remove(unused.map(({ key }) => key))
        const what = `${counted(unused.length, 'file')}, ${formatMegabytes(bytes)} MB`
        return {
          data: { files: unused.length, bytes, store: store.name },
          print: [`${what} ${isDryRun ? 'would be removed' : 'removed'}.`],
          audit: { target: 'media', details: { files: unused.length, bytes } },
        }
      },
    }),
  },
} satisfies Noun
