import type { MediaStore } from '../media-store/media-store.ts'
import { cacheControlOf, typeOf } from './media-types.ts'

const PICTURE = /^\/media\/(pictures\/[a-z]+\/[\w-]+\.(?:avif|webp))$/

/** A picture of the media store; null where there is none. */
export async function pictureReply(
  media: MediaStore,
  pathname: string,
  method: string,
): Promise<Response | null> {
  const key = PICTURE.exec(pathname)?.[1]
  const found = key && (await media.find(key))
  if (!found) return null
  const body = method === 'HEAD' ? null : await media.read(key)
  if (method !== 'HEAD' && !body) return null
  const headers = {
    'Content-Type': typeOf(key),
    'Content-Length': String(found.size),
    'Cache-Control': cacheControlOf(key),
  }
  return new Response(body, { headers })
}
