import type { MediaStore } from '../media-store/media-store.ts'
import type { LinkPictures } from './link-pictures.ts'
import { mediaCacheControl, mediaTypeOf } from './media-types.ts'

const PICTURE = /^\/media\/(pictures\/[a-z]+\/[\w-]+\.(?:avif|webp|jpg))$/

type Source = {
  media: MediaStore
  /** Draws link pictures that are not stored yet. */
  linkPictures?: LinkPictures | undefined
}
type Asked = { pathname: string; method: string; address: string }

/** Returns a picture of the media store, or one that is drawn for it; null if there is none. */
export async function pictureReply(
  { media, linkPictures }: Source,
  asked: Asked,
): Promise<Response | null> {
  const { pathname, method } = asked
  const key = PICTURE.exec(pathname)?.[1]
  if (!key) return null
  const found = await media.find(key)
  if (!found) return linkPictures ? drawnReply(linkPictures, key, asked) : null
  const body = method === 'HEAD' ? null : await media.read(key)
  if (method !== 'HEAD' && !body) return null
  return new Response(body, { headers: headersOf(key, found.size) })
}

/** Replies with a drawn picture. HEAD draws nothing, so its reply has no length. */
async function drawnReply(
  { draw, canDraw }: LinkPictures,
  key: string,
  { method, address }: Asked,
): Promise<Response | null> {
  if (method === 'HEAD')
    return (await canDraw(key, address)) ? new Response(null, { headers: headersOf(key) }) : null
  const bytes = await draw(key, address)
  return bytes && new Response(bytes, { headers: headersOf(key, bytes.length) })
}

function headersOf(key: string, size?: number) {
  return {
    'Content-Type': mediaTypeOf(key),
    ...(size !== undefined && { 'Content-Length': String(size) }),
    'Cache-Control': mediaCacheControl(key),
  }
}
