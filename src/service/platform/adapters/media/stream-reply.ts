/** The reply with a file of a stream, whole or in a range. */
import { fileExtension, MEDIA_TYPES } from './media-types.ts'
import { parseRange } from './range.ts'
import type { StreamFile, StreamStore } from './stream-store.ts'

const IMMUTABLE = new Set(['mp4', 'm4s', 'm4a', 'ts', 'aac', 'key', 'jpg', 'webp'])

/** Returns 404 if the stream has no such file, or if players have no use for it. @throws MediaStoreError */
export async function streamFileReply(
  store: StreamStore,
  { stream, file }: { stream: string; file: string },
  request: Request,
): Promise<Response> {
  const extension = fileExtension(file)
  const type = MEDIA_TYPES[extension]
  const found = type ? await store.find(stream, file) : null
  if (!found || !type) return missingFile()
  const etag = `"${found.size.toString(36)}-${found.modified.getTime().toString(36)}"`
  const headers = new Headers({
    'Content-Type': type,
    'Accept-Ranges': 'bytes',
    ETag: etag,
    'Cache-Control': `private, max-age=${IMMUTABLE.has(extension) ? '31536000, immutable' : '300'}`,
  })
  if (request.headers.get('if-none-match') === etag) {
    return new Response(null, { status: 304, headers })
  }
  return sendBytes(found, request, headers, etag)
}

async function sendBytes(found: StreamFile, request: Request, headers: Headers, etag: string) {
  const { size } = found
  const isSame = [null, etag].includes(request.headers.get('if-range'))
  const range = parseRange(isSame ? (request.headers.get('range') ?? undefined) : undefined, size)
  if (range.kind === 'none') {
    return new Response(null, { status: 416, headers: { 'Content-Range': `bytes */${size}` } })
  }
  const start = range.kind === 'part' ? range.start : 0
  const end = range.kind === 'part' ? range.end : size - 1
  headers.set('Content-Length', String(end - start + 1))
  if (range.kind === 'part') headers.set('Content-Range', `bytes ${start}-${end}/${size}`)
  const status = range.kind === 'part' ? 206 : 200
  if (request.method === 'HEAD' || size === 0) return new Response(null, { status, headers })
  const body = await found.read({ start, end })
  return body ? new Response(body, { status, headers }) : missingFile()
}

function missingFile() {
  return new Response(null, { status: 404, headers: { 'Cache-Control': 'no-store' } })
}
