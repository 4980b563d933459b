import { DEFAULT_LANGUAGE, pickTranslation } from '#src/contract/languages.ts'
import { counted } from '#src/lib/text/count.ts'
import { translatedText } from '../../../platform/db/localized.ts'
import { UPLOAD_KINDS } from '../../../platform/db/schema/video-uploads.ts'
import { GB, removeUploadFile } from '../../video/upload-folder.ts'
import {
  cancelUpload,
  checkUpload,
  findUpload,
  listUploads,
  retryUpload,
} from '../../video/uploads.ts'
import { formatMoment } from '../framework/dates.ts'
import { UsageError } from '../framework/errors.ts'
import { choiceField, integerField, optional, textField } from '../framework/fields.ts'
import { defineAction, type Noun } from '../framework/noun.ts'
import { line } from '../terminal.ts'

const MOST_LISTED = 50
const BYTES_MAX = 999_999_999_999_999

const content = textField('ID', 'the external_id or the id in the address of a film or episode')
const upload = textField('UPLOAD', 'the id that ./pardeh video list shows')

const REFUSALS = {
  no_title: 'No film or episode has this id.',
  too_large: 'The file is larger than UPLOAD_MAX_GB.',
  disk_full: 'The disk has too little space for the file: see UPLOAD_KEEP_FREE_GB.',
  no_ffmpeg: 'This node has no ffmpeg: install it, or set FFMPEG_PATH.',
  busy: 'A video of this kind is being uploaded or encoded for the title.',
}
const NOT_RETRIED = {
  not_failed: 'No failed upload has this id.',
  file_gone: 'The file was removed. Upload it again.',
  busy: 'Another video of this kind is being uploaded or encoded for the title.',
}

export default {
  actions: {
    check: defineAction({
      summary: 'Checks whether a video may be uploaded for a title in the console',
      args: { content },
      options: {
        kind: optional(choiceField('KIND', 'the role of the video', UPLOAD_KINDS), 'primary'),
        bytes: optional(
          integerField('BYTES', 'the size of the file', { from: 0, to: BYTES_MAX }),
          0,
        ),
      },
      effect: 'reads',
      transaction: 'own',
      run: async ({ deps }, { content, kind, bytes }) => {
        const { title, replaces, refusal, limit, free } = await checkUpload(deps, {
          content,
          kind,
          bytes,
        })
        return {
          data: { refusal, replaces, limit_bytes: limit, free_bytes: free },
          print: [
            refusal
              ? REFUSALS[refusal]
              : line`A video may be uploaded for ${(title && translatedText(title, 'title', DEFAULT_LANGUAGE)) ?? content}.`,
            ...(replaces ? [line`It replaces ${replaces.stream}.`] : []),
            `A file may have ${Math.floor(limit / GB)} GB, and the disk has space for ${Math.floor(free / GB)} GB.`,
          ],
          isIncomplete: refusal !== null,
        }
      },
    }),
    list: defineAction({
      summary: 'Lists the videos that were uploaded in the console, newest first',
      options: { content: optional(content) },
      effect: 'reads',
      transaction: 'own',
      run: async ({ deps }, { content }) => {
        const uploads = await listUploads(deps, content, MOST_LISTED)
        return {
          data: uploads.map(it => ({
            id: it.id,
            name: it.name,
            title: it.title,
            kind: it.kind,
            state: it.state,
            filename: it.filename,
            bytes: it.bytes,
            received_bytes: it.received,
            share: it.share,
            actor: it.actor,
            stream: it.stream,
            report: it.report,
            failure: it.failure,
            detail: it.detail,
            begun_at: it.createdAt,
            ended_at: it.endedAt,
          })),
          print: [
            {
              columns: [
                { name: 'id' },
                { name: 'title' },
                { name: 'kind' },
                { name: 'state' },
                { name: 'done', align: 'end' },
                { name: 'file' },
                { name: 'begun' },
              ],
              rows: uploads.map(it => [
                it.id,
                pickTranslation(it.title, DEFAULT_LANGUAGE) ?? it.name,
                it.kind,
                it.failure ? `${it.state}: ${it.failure}` : it.state,
                `${Math.floor(100 * (it.state === 'uploading' ? it.received / it.bytes : it.share))}%`,
                it.filename,
                formatMoment(it.createdAt),
              ]),
              none: 'No video was uploaded.',
            },
            ...(uploads.length === MOST_LISTED
              ? [`Only the newest ${counted(MOST_LISTED, 'upload')} are listed.`]
              : []),
          ],
        }
      },
    }),
    cancel: defineAction({
      summary: 'Stops an upload or its encoding, and removes its file',
      args: { upload },
      effect: 'changes',
      transaction: 'own',
      run: async ({ deps, isDryRun }, { upload }) => {
        const found = await findUpload(deps.db, upload)
        const isRunning = found && ['uploading', 'waiting', 'encoding'].includes(found.state)
        if (!found || !isRunning || (!isDryRun && !(await cancelUpload(deps, upload))))
          throw new UsageError('No upload in progress has this id.')
        // A node that encodes the file removes it when it has stopped.
        if (!isDryRun && found.state !== 'encoding') await removeUploadFile(deps, upload)
        return {
          data: { upload },
          print: [line`The upload of ${found.filename} is cancelled.`],
          audit: { target: found.contentId, details: { upload, filename: found.filename } },
        }
      },
    }),
    retry: defineAction({
      summary: 'Encodes the file of a failed upload again, within seven days',
      args: { upload },
      effect: 'changes',
      run: async ({ service, isDryRun }, { upload }) => {
        const deps = await service()
        const found = await findUpload(deps.db, upload)
        const refusal =
          isDryRun && found?.state === 'failed' ? null : await retryUpload(deps, upload)
        if (refusal || !found) throw new UsageError(NOT_RETRIED[refusal ?? 'not_failed'])
        return {
          data: { upload },
          print: [line`${found.filename} will be encoded again.`],
          audit: { target: found.contentId, details: { upload, filename: found.filename } },
        }
      },
    }),
  },
} satisfies Noun
