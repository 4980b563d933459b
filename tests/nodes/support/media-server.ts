/** nginx as the media server of docs/media.nginx.conf: the very file, with the lines that it asks for. */
import { join, resolve } from 'node:path'
import { type Nginx, startNginx } from './nginx.ts'

export const MEDIA_SECRET = 'a-media-secret-of-the-tests'
const ROOT = resolve(import.meta.dirname, '../../..')
const INCLUDED = join(ROOT, 'docs/media.nginx.conf')

export type MediaServer = {
  /** SITE_URL of the site whose scripts may read. */
  site: string
  /** DATA_DIR/media, or the address of a bucket. */
  files: string
}

export function startMediaServer({ site, files }: MediaServer): Promise<Nginx> {
  const stored = files.startsWith('http')
    ? `proxy_pass ${files}/; proxy_hide_header Cache-Control;`
    : `alias ${files}/;`
  return startNginx({
    server: `
      set $media_secret "${MEDIA_SECRET}";
      set $media_site "${site}";
      location /media/stored/ { internal; ${stored} }
      location /media/stored/demo/ { internal; alias ${ROOT}/demo/streams/; }
      include ${INCLUDED};`,
  })
}
