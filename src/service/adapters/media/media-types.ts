/** The files of streams that are served, by extension. docs/media.nginx.conf has the same. */
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
