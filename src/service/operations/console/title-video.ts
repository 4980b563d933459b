/** The video of a title for those who edit its captions: the files of its stream and its captions, without a link that is signed for a viewer. */
import { z } from 'zod'
import { CAPTION_KINDS } from '#src/contract/track-kinds.ts'
import { MEDIA_TYPES } from '../../platform/adapters/media/media-types.ts'
import { streamFileReply } from '../../platform/adapters/media/stream-reply.ts'
import { createStreamStore } from '../../platform/adapters/media/stream-store.ts'
import { MediaStoreError } from '../../platform/adapters/media-store/media-store.ts'
import { openMediaStore } from '../../platform/adapters/media-store/open-media-store.ts'
import { UPLOAD_KINDS } from '../../platform/db/schema/video-uploads.ts'
import type { Deps } from '../../platform/deps.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { findOwnStream, readCaptionText } from '../../watching/ingest/edit-captions.ts'
import { IngestError } from '../../watching/ingest/ingest-error.ts'

const Video = { content: z.string().min(1).max(100), kind: z.enum(UPLOAD_KINDS) }
export const VideoFileName = z.object({ ...Video, file: z.string().min(1).max(200) })
export const CaptionName = z.object({
  ...Video,
  language: z.string().min(1).max(40),
  type: z.enum(['full', ...CAPTION_KINDS]),
})

export function createTitleVideos({ env, db, invalidate }: Deps) {
  const media = openMediaStore(env, 'visitors')
  const streams = createStreamStore(media)
  return {
    /** @throws ApiError not_found, gateway_unavailable */
    async file({ file, ...name }: z.infer<typeof VideoFileName>, request: Request) {
      return answered(async () => {
        const stream = await findOwnStream({ db, ...name })
        return streamFileReply(streams, { stream, file }, request)
      })
    },

    /** @throws ApiError not_found, gateway_unavailable */
    async captions({ language, type, ...name }: z.infer<typeof CaptionName>) {
      return answered(async () => {
        const title = { ...name, db, store: media, isDryRun: true, invalidate }
        const id = { language, ...(type === 'full' ? {} : { kind: type }) }
        const text = await readCaptionText(title, id)
        return new Response(text, { headers: { 'Content-Type': MEDIA_TYPES.vtt as string } })
      })
    },
  }
}

async function answered(reply: () => Promise<Response>): Promise<Response> {
  try {
    return await reply()
  } catch (error) {
    if (error instanceof IngestError) throw new ApiError('not_found')
    if (error instanceof MediaStoreError)
      throw new ApiError('gateway_unavailable', { message: error.message })
    throw error
  }
}
