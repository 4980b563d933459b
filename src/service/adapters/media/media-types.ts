/** The files of streams that are served, by extension. ops/nginx/media.nginx.conf has the same. */
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

export function extensionOf(file: string): string {
  return file.split('.').at(-1) ?? ''
}

/** The type with which a file is stored. */
export function typeOf(key: string): string {
  const extension = extensionOf(key)
  if (extension === 'avif') return 'image/avif'
  if (extension === 'json') return 'application/json'
  return MEDIA_TYPES[extension] ?? 'application/octet-stream'
}

/** Public pictures and the files of a stream are named by their content; its playlists may be replaced. */
export function cacheControlOf(key: string): string {
  if (/\.(m3u8|json)$/.test(key)) return 'private, no-cache'
  const who = key.startsWith('pictures/') ? 'public' : 'private'
  return `${who}, max-age=31536000, immutable`
}
