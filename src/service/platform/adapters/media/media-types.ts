/** Media types of stream files by extension. ops/nginx/media.nginx.conf has the same list. */
export const MEDIA_TYPES: Readonly<Record<string, string>> = {
  m3u8: 'application/vnd.apple.mpegurl',
  mp4: 'video/mp4',
  m4s: 'video/iso.segment',
  m4a: 'audio/mp4',
  ts: 'video/mp2t',
  aac: 'audio/aac',
  key: 'application/octet-stream',
  vtt: 'text/vtt; charset=utf-8',
  jpg: 'image/jpeg',
  webp: 'image/webp',
}

/** Returns the part after the last dot. */
export function fileExtension(file: string): string {
  return file.split('.').at(-1) ?? ''
}

/** Returns the media type with which a file is stored. */
export function mediaTypeOf(key: string): string {
  const extension = fileExtension(key)
  if (extension === 'avif') return 'image/avif'
  if (extension === 'json') return 'application/json'
  return MEDIA_TYPES[extension] ?? 'application/octet-stream'
}

/** Returns the Cache-Control of a file. Pictures and segments are named by their content; playlists may be replaced. */
export function mediaCacheControl(key: string): string {
  if (/\.(m3u8|json)$/.test(key)) return 'private, no-cache'
  const who = key.startsWith('pictures/') ? 'public' : 'private'
  return `${who}, max-age=31536000, immutable`
}
