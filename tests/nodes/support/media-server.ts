/** nginx as the media server of ops/nginx/media.nginx.conf: the shipped file with the lines that it asks the operator to fill in. */
import { join, resolve } from 'node:path'
import { type Nginx, type NginxConfig, startNginx } from './nginx.ts'

export const MEDIA_SECRET = 'a-media-secret-of-the-tests'
const ROOT = resolve(import.meta.dirname, '../../..')
const INCLUDED = join(ROOT, 'ops/nginx/media.nginx.conf')

type MediaServer = {
  /** SITE_URL of the site whose scripts may read replies. */
  site: string
  /** DATA_DIR/media, or the address of a bucket. */
  files: string
  /** True if the files contain the streams of the demo; otherwise they come from this repository. */
  isDemoInFiles?: boolean
  /** True to serve the demo's pictures instead of those of an import. */
  hasDemoPictures?: boolean
}

export function startMediaServer(server: MediaServer): Promise<Nginx> {
  return startNginx(mediaConfig(server))
}

export function mediaConfig(server: MediaServer, secret = MEDIA_SECRET): NginxConfig {
  const { site, files, isDemoInFiles, hasDemoPictures } = server
  const stored = files.startsWith('http')
    ? `proxy_pass ${files}/; proxy_hide_header Cache-Control;`
    : `alias ${files}/;`
  const demo = (folder: string, of: string) =>
    `location /media/stored/${folder}/ { internal; alias ${ROOT}/demo/${of}/; }`
  return {
    server: `
      set $media_secret "${secret}";
      set $media_site "${site}";
      location /media/stored/ { internal; ${stored} }
      ${hasDemoPictures ? demo('pictures', 'pictures') : ''}
      ${isDemoInFiles ? '' : demo('demo', 'streams')}
      include ${INCLUDED};`,
  }
}
